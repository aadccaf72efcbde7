// Images of a site, by upload: its logo, its icon, and what networks show of its links.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import type { CustomizationChanges } from '../../../rooms/sites/customization/schema-changes.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type Api, missing } from '../../api.ts'
import type { Form } from '../../frame/page.ts'

type Settings = SiteCustomizationSettings
const KINDS = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml'
const PLACES = ['logo', 'icon', 'social'] as const
type Place = (typeof PLACES)[number]

export async function uploadImage(api: Api, organizationId: string, bytes: Uint8Array): Promise<string> {
  const image = Buffer.from(bytes).toString('base64')
  return (await api.post<{ url: string }>(`/orgs/${organizationId}/images`, { image })).url
}

export async function imageChanges(
  api: Api,
  organizationId: string,
  form: Form,
  settings: Settings,
): Promise<CustomizationChanges> {
  const place = PLACES.find((known) => known === form.get('place'))
  if (!place) throw missing()
  if (form.get('action') === 'remove-image') return changed(place, undefined)
  const sent = async (name: string) => {
    const { bytes } = form.file(name)
    return bytes.length === 0 ? undefined : uploadImage(api, organizationId, bytes)
  }
  const [light, dark] = [await sent('light'), await sent('dark')]
  const { light: lightBefore, dark: darkBefore } = imageAt(place, settings) ?? {}
  const first = light ?? lightBefore ?? dark
  if (first === undefined) throw missing()
  return changed(place, { light: first, dark: dark ?? (light ? light : (darkBefore ?? first)) })
}

type Pair = { light: string; dark: string }

function changed(place: Place, pair: Pair | undefined): CustomizationChanges {
  switch (place) {
    case 'logo':
      return { header: { logo: pair ?? null } }
    case 'icon':
      return { favicon: pair ? { icon: pair } : {} }
    case 'social':
      return { socialPreview: { url: pair?.light ?? null } }
    default:
      return place satisfies never
  }
}

function imageAt(place: Place, { header, favicon, socialPreview }: Settings): Pair | undefined {
  switch (place) {
    case 'logo':
      return header.logo
    case 'icon':
      return 'icon' in favicon ? favicon.icon : undefined
    case 'social':
      return socialPreview.url ? { light: socialPreview.url, dark: socialPreview.url } : undefined
    default:
      return place satisfies never
  }
}

/** Of a site, where each can be removed; of a space, where one gives way to that of the site, elsewhere on the page. */
export function imagesView(asked: OwnAsked, settings: Settings, { isOfSpace = false } = {}): Html {
  const { look } = asked.words.sitePages
  return html`<section class="panel"><h2>${look.groups.brand}</h2>${PLACES.map((place) => placeView(asked, place, imageAt(place, settings), !isOfSpace))}</section>`
}

function placeView({ words, ctx }: OwnAsked, place: Place, pair: Pair | undefined, mayRemove: boolean): Html {
  const { look } = words.sitePages
  const ours = ctx.links.of('/')
  const file = (name: 'light' | 'dark', label: string) =>
    html`<div class="field"><label for="${place}-${name}">${label}</label><input id="${place}-${name}" name="${name}" type="file" accept="${KINDS}"></div>`
  // One elsewhere is not shown: pages of the console load nothing from others.
  const isOurs = pair?.light.startsWith(ours)
  return html`<details class="look-group image"${pair && html` open`}><summary>${look.images[place]}</summary><div>${isOurs && html`<img src="${pair?.light}" alt="">`}${pair && !pair.light.startsWith(ours) && html`<p class="quiet">${pair.light}</p>`}
    <form method="post" enctype="multipart/form-data"><input type="hidden" name="place" value="${place}">${file('light', place === 'social' ? words.imports.file : look.fields.light)}${place !== 'social' && file('dark', look.fields.dark)}
    <p class="hint">${look.images.hint}</p><div class="actions"><button class="button small" name="action" value="upload">${words.picture.upload}</button>${pair && mayRemove && html`<button class="button plain small" name="action" value="remove-image">${words.app.delete}</button>`}</div></form></div></details>`
}
