// Where an integration works: on which sites and spaces, and how it is there.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type {
  Installation,
  SitePlacement,
  SpacePlacement,
} from '../../../rooms/integrations/installations/schema.ts'
import type { Integration } from '../../../rooms/integrations/integrations/schema.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { allOf } from '../../views/all-of.ts'

export type PlaceKind = 'sites' | 'spaces'
type Placement = SitePlacement | SpacePlacement
type Titled = { id: string; title: string }

export function installationPathOf({ params }: OwnAsked) {
  const name = encodeURIComponent(params.integrationName ?? '')
  return `/integrations/${name}/installations/${encodeURIComponent(params.installationId ?? '')}`
}

export function statusBadge({ words }: OwnAsked, { status }: Pick<Placement, 'status'>): Html {
  const { statuses } = words.organizationPages.integration
  return html`<span class="badge ${status !== 'active' && 'draft'}">${statuses[status]}</span>`
}

/** Pauses it, or lets it go on. */
export function switchView({ words }: OwnAsked, { status }: Pick<Placement, 'status'>): Html {
  const text = words.organizationPages.integration
  const [action, label] = status === 'paused' ? ['resume', text.resume] : ['pause', text.pause]
  return html`<form method="post"><button class="button plain small" name="action" value="${action}">${label}</button></form>`
}

export async function placesView(
  asked: OwnAsked,
  { target }: Integration,
  installation: Installation,
): Promise<Html> {
  const { words } = asked
  const text = words.organizationPages.integration
  const kinds = (['sites', 'spaces'] as const).filter((kind) => target === 'all' || `${target}s` === kind)
  const selection = { sites: installation.site_selection, spaces: installation.space_selection }
  const all = { sites: text.allSites, spaces: text.allSpaces }
  const choice = (kind: PlaceKind) =>
    html`<div class="field"><label for="${kind}">${words.organization[kind]}</label><select id="${kind}" name="${kind}"><option value="all"${selection[kind] === 'all' && html` selected`}>${all[kind]}</option><option value="selected"${selection[kind] === 'selected' && html` selected`}>${text.selected}</option></select></div>`
  const lists = await Promise.all(kinds.map((kind) => placedView(asked, installation, kind, selection[kind])))
  return html`<section class="panel"><h2>${text.places}</h2><form method="post" class="narrow-panel">${(['sites', 'spaces'] as const).map(choice)}<button class="button" name="action" value="places">${words.save}</button></form>${lists}</section>`
}

async function placedView(
  asked: OwnAsked,
  { status, target }: Installation,
  kind: PlaceKind,
  selection: 'all' | 'selected',
): Promise<Html> {
  const { api, words, url } = asked
  const text = words.organizationPages.integration
  const [placements, known] = await Promise.all([
    allOf<Placement>(api, `${installationPathOf(asked)}/${kind}`),
    kind === 'sites'
      ? allOf<Site>(api, `/orgs/${target.organization}/sites`)
      : allOf<Space>(api, `/orgs/${target.organization}/spaces`),
  ])
  const placed = new Map(placements.map((placement) => [placeIdOf(placement), placement]))
  const free = known.filter((one) => !placed.has(one.id) && mayPlaceOn(one))
  // Spaces that are not theirs to see have a name for them.
  const titles = new Map<string, string>(known.map(({ id, title }) => [id, title]))
  const row = ([id, placement]: [string, Placement]) =>
    html`<li><div class="grow"><a class="title" href="${url.pathname}/${kind}/${id}">${titles.get(id) ?? id}</a></div>${statusBadge(asked, placement)}</li>`
  return html`<h3 class="apart">${words.organization[kind]}</h3>${selection === 'all' && html`<p class="hint">${text.allHint}</p>`}
    ${placed.size > 0 ? html`<ul class="rows">${[...placed].map(row)}</ul>` : selection === 'selected' && html`<p class="quiet">${text.nowhere}</p>`}
    ${status !== 'paused' && free.length > 0 && addView(asked, kind, free)}`
}

/** Sites belong to who may install; spaces may be closed to them. */
function mayPlaceOn(one: Site | Space) {
  return one.object === 'site' || one.permissions.installIntegration
}

function addView({ words }: OwnAsked, kind: PlaceKind, free: readonly Titled[]): Html {
  const text = words.organizationPages.integration
  return html`<form method="post" class="inline-form"><div class="field"><label for="add-${kind}">${text.addTo}</label><select id="add-${kind}" name="place">${free.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div><button class="button plain" name="action" value="add-${kind}">${words.app.add}</button></form>`
}

export function placeIdOf(placement: Placement): string {
  const place = 'site' in placement ? placement.site : placement.space
  return typeof place === 'string' ? place : place.id
}
