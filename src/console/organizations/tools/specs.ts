// API references of an organization: where their descriptions come from, and a new one.
import { type Html, html } from '../../../engines/html/html.ts'
import type { OpenAPISpec } from '../../../rooms/api-references/openapi/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import type { List } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'

export const specsAt = (organization: string) => `${organization}/~specs`
export const LARGEST_SPEC = 4 * 1024 * 1024

export const specsPage = appPage({
  path: specsAt(ORGANIZATION),
  help: 'publish/api-references',
  file: { largest: LARGEST_SPEC, ifLarger: '?larger' },
  show: (asked) =>
    organizationPage(asked, 'specs', async ({ id, permissions }) => {
      const { api, words } = asked
      const text = words.toolPages.spec
      const specs = await api.get<List<OpenAPISpec>>(`/orgs/${id}/openapi`, { limit: 50, ...pagingOf(asked) })
      return {
        title: words.organization.specs,
        actions: permissions.createOpenAPISpec
          ? html`<details class="fold menu"><summary class="button">${text.new}</summary><form method="post" enctype="multipart/form-data">${fieldView({ name: 'slug', label: text.slug, maxLength: 100 })}${sourceFields(asked)}<button class="button">${words.organization.create}</button></form></details>`
          : undefined,
        body:
          specs.items.length === 0
            ? html`<p class="empty">${text.none}</p>`
            : html`<ul class="rows panel">${specs.items.map((spec) => html`<li>${rowView(asked, spec)}</li>`)}</ul>${pagerView(asked, specs)}`,
      }
    }),
  async take({ api, params, url }, form) {
    const slug = form.get('slug').trim()
    await api.post(`/orgs/${params.organizationId}/openapi`, { slug, source: sourceIn(form) })
    return lead(`${url.pathname}/${encodeURIComponent(slug)}`)
  },
})

export function sourceFields({ words }: OwnAsked, url = ''): Html {
  const text = words.toolPages.spec
  return html`${fieldView({ name: 'url', label: text.url, hint: text.urlHint, value: url, isOptional: true, maxLength: 2048 })}
    <div class="field"><label for="file">${words.imports.file}</label><input id="file" name="file" type="file" accept=".json,.yaml,.yml,application/json"></div>`
}

export function sourceIn(form: Form) {
  const { bytes } = form.file('file')
  return bytes.length > 0 ? { text: new TextDecoder().decode(bytes) } : { url: form.get('url').trim() }
}

function rowView(asked: OwnAsked, spec: OpenAPISpec): Html {
  const { params, language, ctx } = asked
  const home = specsAt(organizationAt(params.organizationId ?? ''))
  return html`<div class="grow"><a class="title" href="${home}/${spec.slug}">${spec.slug}</a><p class="quiet">${spec.sourceURL && html`${spec.sourceURL} · `}${timeView(language, ctx.clock.now(), spec.updatedAt)}</p></div>${stateView(asked, spec)}`
}

export function stateView({ words }: OwnAsked, { processingState, lastProcessErrorCode }: OpenAPISpec): Html {
  const { states } = words.toolPages.spec
  if (processingState !== 'complete') return html`<span class="badge draft">${states.reading}</span>`
  return lastProcessErrorCode
    ? html`<span class="badge failure">${states.failed}</span>`
    : html`<span class="badge">${states.ready}</span>`
}
