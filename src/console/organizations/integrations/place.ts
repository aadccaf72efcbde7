// An integration on one site or space: whether it works there, how it is set up, and what its script may load.
import { html } from '../../../engines/html/html.ts'
import type { SitePlacement, SpacePlacement } from '../../../rooms/integrations/installations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { integrationsAt, ORGANIZATION, organizationPage } from '../organization-page.ts'
import { configurationIn, configurationView, fieldsOf } from './configuration.ts'
import { installationOf } from './installation.ts'
import { changeScripts, scriptsView } from './place-scripts.ts'
import { installationPathOf, type PlaceKind, statusBadge, switchView } from './places.ts'

type Placement = SitePlacement | SpacePlacement
type Titled = { title: string }

export const placePage = appPage({
  path: `${integrationsAt(ORGANIZATION)}/:integrationName/:installationId/:placeKind/:placeId`,
  help: 'connect/integrations',
  async show(asked) {
    const { words, url } = asked
    const text = words.organizationPages.integration
    const { integration, installation } = await installationOf(asked)
    const { kind, place, placement, asksFor } = await placeOf(asked, integration.configurations)
    const isPaused = installation.status === 'paused'
    return organizationPage(asked, 'integrations', async () => ({
      title: `${integration.title}: ${place.title}`,
      body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
        <p><a class="backward" href="${installationAddress(asked)}">${integration.title}</a></p>
        <section class="panel"><div class="panel-head"><h2>${place.title} ${statusBadge(asked, placement)}</h2>${!isPaused && switchView(asked, placement)}</div>
        ${(isPaused || placement.status === 'paused') && html`<p>${text.pausedText}</p>`}
        <details class="fold"><summary class="button plain small">${text.turnOff}</summary><form method="post"><p>${text.turnOffText}</p><button class="button danger small" name="action" value="turn-off">${text.turnOff}</button></form></details></section>
        ${!isPaused && configurationView(asked, asksFor, placement.configuration)}
        ${kind === 'sites' && (await scriptsView(asked, integration))}`,
    }))
  },
  async take(asked, form) {
    await perform(asked, form)
    if (form.get('action') === 'turn-off') return lead(`${installationAddress(asked)}?saved`)
    return lead(`${asked.url.pathname}?saved`)
  },
})

const installationAddress = ({ url }: OwnAsked) => url.pathname.split('/').slice(0, -2).join('/')

function kindOf({ params }: OwnAsked): PlaceKind {
  const { placeKind } = params
  if (placeKind !== 'sites' && placeKind !== 'spaces') throw missing()
  return placeKind
}

function pathOf(asked: OwnAsked) {
  return `${installationPathOf(asked)}/${kindOf(asked)}/${encodeURIComponent(asked.params.placeId ?? '')}`
}

type Configurations = Awaited<ReturnType<typeof installationOf>>['integration']['configurations']

async function placeOf(asked: OwnAsked, configurations: Configurations) {
  const { api, params } = asked
  const { organizationId = '', placeId = '' } = params
  const kind = kindOf(asked)
  const id = encodeURIComponent(placeId)
  const [placement, place] = await Promise.all([
    api.get<Placement>(pathOf(asked)),
    kind === 'sites'
      ? api.get<Titled>(`/orgs/${encodeURIComponent(organizationId)}/sites/${id}`)
      : api.get<Titled>(`/spaces/${id}`),
  ])
  const asksFor = configurations?.[kind === 'sites' ? 'site' : 'space']
  return { kind, placement, place, asksFor }
}

async function perform(asked: OwnAsked, form: Form): Promise<unknown> {
  const { api } = asked
  const path = pathOf(asked)
  switch (form.get('action')) {
    case 'pause':
    case 'resume':
      return api.patch(path, { status: form.get('action') === 'pause' ? 'paused' : 'active' })
    case 'configure': {
      const { integration } = await installationOf(asked)
      const { placement, asksFor } = await placeOf(asked, integration.configurations)
      return api.patch(path, {
        configuration: configurationIn(form, fieldsOf(asksFor), placement.configuration),
      })
    }
    case 'turn-off':
      return api.delete(path)
    default:
      return changeScripts(asked, form)
  }
}
