// One API reference: its state, what is wrong with it and in which line, its versions and what changed in the last one.
import { type Html, html } from '../../../engines/html/html.ts'
import type {
  OpenAPISpec,
  OpenAPISpecVersion,
  SpecChangeList,
} from '../../../rooms/api-references/openapi/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { pathOf } from '../../addresses.ts'
import { type List, missing, Refused } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { timeView } from '../../views/times.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'
import { showSpec, showSpecView } from './show-spec.ts'
import { LARGEST_SPEC, sourceFields, sourceIn, specsAt, stateView } from './specs.ts'

const pathIn = ({ params }: OwnAsked) =>
  `/orgs/${params.organizationId}/openapi/${encodeURIComponent(params.slug ?? '')}`

export const specPage = appPage({
  path: `${specsAt(ORGANIZATION)}/:slug`,
  help: 'publish/api-references',
  file: { largest: LARGEST_SPEC, ifLarger: '?larger' },
  async show(asked) {
    const { api, words, url } = asked
    const spec = await api.get<OpenAPISpec>(pathIn(asked))
    const versions = await api.get<List<OpenAPISpecVersion>>(`${pathIn(asked)}/versions`, { limit: 20 })
    const shown = await organizationPage(asked, 'specs', async () => ({
      title: spec.slug,
      actions: html`<a class="button plain" href="${pathOf(spec.urls.app)}">${words.toolPages.spec.used}</a>`,
      body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
        ${aboutView(asked, spec)}${await showSpecView(asked)}${spec.permissions.edit && sourceView(asked, spec)}${await versionsView(asked, versions.items)}${spec.permissions.edit && removeView(asked)}`,
    }))
    const above = { title: words.organization.specs, href: url.pathname.replace(/\/[^/]+$/, '') }
    const isReading = spec.processingState !== 'complete'
    return { ...shown, trail: [...(shown.trail ?? []), above], ...(isReading && { refresh: 3 }) }
  },
  async take(asked, form) {
    if (form.get('action') === 'show') return lead(await showSpec(asked, form))
    await perform(asked, form)
    const { pathname } = asked.url
    return lead(form.get('action') === 'delete' ? pathname.replace(/\/[^/]+$/, '') : `${pathname}?saved`)
  },
})

async function perform(asked: OwnAsked, form: Form): Promise<unknown> {
  const { api } = asked
  const path = pathIn(asked)
  switch (form.get('action')) {
    case 'replace':
      return api.put(path, { source: sourceIn(form) })
    case 'fetch': {
      const { sourceURL } = await api.get<OpenAPISpec>(path)
      if (sourceURL === undefined) throw missing()
      return api.put(path, { source: { url: sourceURL } })
    }
    case 'visibility':
      return api.patch(path, { visibility: form.has('public') ? 'public' : 'private' })
    case 'delete':
      return api.delete(path)
    default:
      throw missing()
  }
}

function aboutView(asked: OwnAsked, spec: OpenAPISpec): Html {
  const { words, language, ctx } = asked
  const text = words.toolPages.spec
  const { lastProcessedErrors = [], lastProcessedAt, sourceURL, visibility, permissions } = spec
  return html`<section class="panel"><p>${stateView(asked, spec)} ${lastProcessedAt && timeView(language, ctx.clock.now(), lastProcessedAt)} ${sourceURL && html`<span class="quiet">${sourceURL}</span>`}</p>
    ${lastProcessedErrors.length > 0 && html`<h2>${text.problems}</h2><ul class="plain-list">${lastProcessedErrors.map(({ message }) => html`<li><code>${message}</code></li>`)}</ul>`}
    ${permissions.edit && html`<form method="post"><div class="check"><input type="checkbox" id="public" name="public" value="on"${visibility === 'public' && html` checked`}><label for="public">${text.public}</label></div><button class="button plain small" name="action" value="visibility">${words.save}</button></form>`}</section>`
}

function sourceView(asked: OwnAsked, { sourceURL }: OpenAPISpec): Html {
  const { words } = asked
  const text = words.toolPages.spec
  return html`<section class="panel"><h2>${text.replace}</h2>${sourceURL && html`<form method="post"><button class="button" name="action" value="fetch">${text.fetch}</button></form>`}
    <form method="post" enctype="multipart/form-data" class="narrow-panel">${sourceFields(asked, sourceURL)}<button class="button plain" name="action" value="replace">${words.save}</button></form></section>`
}

async function versionsView(
  asked: OwnAsked,
  versions: readonly OpenAPISpecVersion[],
): Promise<Html | undefined> {
  const { words, language, ctx } = asked
  if (versions.length === 0) return
  const changes = versions.length > 1 ? await changesOf(asked, versions[0]?.id ?? '') : undefined
  return html`<section class="panel"><h2>${words.toolPages.spec.versions}</h2><ul class="rows">${versions.map(({ createdAt }, at) => html`<li><div class="grow">${timeView(language, ctx.clock.now(), createdAt)}${at === 0 && changes && changesView(changes, words.toolPages.spec.breaking)}</div></li>`)}</ul></section>`
}

/** Two versions may take too long to compare. */
async function changesOf(asked: OwnAsked, version: string): Promise<SpecChangeList | undefined> {
  try {
    return await asked.api.get<SpecChangeList>(`${pathIn(asked)}/versions/${version}/changes`)
  } catch (error) {
    if (error instanceof Refused && error.status === 413) return
    throw error
  }
}

function changesView({ operations }: SpecChangeList, breaking: string): Html {
  return html`<ul class="api-changes">${operations.map(({ method, path, changes, isBreaking, change }) => html`<li><code>${change === 'added' ? '+' : change === 'removed' ? '−' : '±'} ${method.toUpperCase()} ${path}</code>${isBreaking && html` <span class="badge failure">${breaking}</span>`}${changes.map(({ message }) => html`<p class="quiet"><bdi>${message}</bdi></p>`)}</li>`)}</ul>`
}

function removeView({ words }: OwnAsked): Html {
  const text = words.toolPages.spec
  return html`<section class="panel"><h2>${text.remove}</h2><p>${text.removeText}</p><details class="fold"><summary class="button plain">${text.remove}</summary><form method="post"><button class="button danger" name="action" value="delete">${text.remove}</button></form></details></section>`
}
