// A form that nobody touched changes nothing, whatever the API set before, and whether the form shows it or not.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/counterparts/console.ts'
import { formIn } from '../../../../test/counterparts/forms.ts'
import { fontFile } from '../../../../test/font-file.ts'
import { openSpace } from '../../../../test/pages.ts'
import { CustomizationChanges, OverrideChanges } from '../../../rooms/sites/customization/schema-changes.ts'
import { settingsWith } from './settings.ts'

const COLORS = [
  { light: '#36d', dark: '#ABC' },
  { light: '#112233', dark: '#AaBbCc' },
]
const LINK = { title: 'Blog', to: { kind: 'url', url: 'https://example.org/blog' } }
const IMAGE = { light: 'https://example.org/light.png', dark: 'https://example.org/dark.png' }
const ADDRESSES = ['https://example.org/policy?a=1&b=2#part', 'HTTP://EXAMPLE.ORG/']
const LINE = ['© “Example” & <others>', '  kept with its spaces  ', 'two\nlines', '\u00a0 \u2003', 'مرحبا']

/** Of what is no list of words, values that its shape allows. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  title: LINE,
  'footer.copyright': LINE,
  favicon: [{}, { emoji: '1f4d8' }, { icon: IMAGE }],
  announcement: [
    { enabled: false, message: 'Moved', style: 'warning', link: LINK },
    { enabled: true, message: '  "Moved" & ', style: 'success' },
    { enabled: false, message: '   ', style: 'danger' },
  ],
  'header.logo': [IMAGE],
  'footer.logo': [IMAGE],
  'header.links': [
    [
      { ...LINK, style: 'button-primary', links: [], condition: 'visitor.claims.isBetaUser' },
      { title: 'Menu', to: null, links: [LINK] },
    ],
  ],
  'footer.groups': [[{ title: 'More', links: [LINK] }]],
  'privacyPolicy.url': ADDRESSES,
  'socialPreview.url': ADDRESSES,
  'internationalization.locale': ['de', 'zh'],
}

type Leaf = { path: string; values: readonly unknown[] }

/** Every setting with the values that are tried; the last is none, which resets it. */
function leavesIn(shape: object, above = ''): Leaf[] {
  const properties: unknown = Reflect.get(shape, 'properties')
  if (typeof properties === 'object' && properties !== null)
    return Object.entries(properties).flatMap(([name, inside]) =>
      leavesIn(Object(inside), above === '' ? name : `${above}.${name}`),
    )
  return [{ path: above, values: [...valuesOf(shape, above), null] }]
}

function valuesOf(shape: object, path: string): readonly unknown[] {
  const known = VALUES[path] ?? (/color$|tint$/i.test(path) ? colorsOf(path) : undefined)
  if (known) return known
  const found = JSON.parse(JSON.stringify(shape)).anyOf.flatMap(
    (one: { enum?: string[]; type?: string; anyOf?: [] }) =>
      one.type === 'boolean' ? [true, false] : (one.enum ?? enumsOf(one.anyOf ?? [])),
  )
  if (found.length === 0) throw new Error(`No values are known of ${path}`)
  return found
}

const enumsOf = (shapes: readonly { enum?: string[] }[]) => shapes.flatMap((one) => one.enum ?? [])
const colorsOf = (path: string) => (path.endsWith('tint') ? COLORS.map((color) => ({ color })) : COLORS)

/** All settings at once, each with one of its values: as many rounds as the longest list. */
function roundsOf(leaves: readonly Leaf[]): object[] {
  const longest = Math.max(...leaves.map(({ values }) => values.length))
  return Array.from({ length: longest }, (_, at) =>
    settingsWith(leaves.map(({ path, values }) => [path, values[at % values.length] ?? null])),
  )
}

async function openLook() {
  const services = await openSpace()
  const { app, organization, as, admin, space } = services
  const client = as(admin)
  const other = await client.post(`${organization.url}/spaces`, { title: 'API' }, 201)
  const spaces = [space.id, other.id]
  const site = await client.post(`${organization.url}/sites`, { title: 'Docs', spaces }, 201)
  const api = `${organization.url}/sites/${site.id}`
  const { items } = await client.get(`${api}/site-spaces`)
  const second: string = items.find((one: { default: boolean }) => !one.default).id
  const browser = openBrowser(app)
  await browser.post('/o/~sign-in?token=', { token: admin.token })
  const look = `/o/${organization.id}/~sites/${site.id}/look`
  return { ...services, ...{ client, browser, look, api, second } }
}

async function ownFont({ browser, look, client, organization }: Awaited<ReturnType<typeof openLook>>) {
  const regular = new File([new Uint8Array(fontFile('woff2'))], 'a.woff2')
  const form = new FormData()
  for (const [name, value] of Object.entries({ action: 'add-font', fontFamily: 'Lamp Sans' }))
    form.set(name, value)
  form.set('regular', regular)
  await browser.send(look, form)
  const { items } = await client.get(`${organization.url}/fonts`)
  const { permissions: _, ...font } = items[0]
  return font
}

describe('the form of how something looks, sent as it is on the page', () => {
  it.each(['a site', 'a space of it'])('changes nothing of %s, whatever the API set', async (what) => {
    const opened = await openLook()
    const { browser, client, api, second } = opened
    const isSite = what === 'a site'
    const path = isSite ? `${api}/customization` : `${api}/site-spaces/${second}/customization`
    const page = isSite ? opened.look : `${opened.look}/${second}`
    const leaves = leavesIn(isSite ? CustomizationChanges : OverrideChanges)
    if (isSite) {
      const font = await ownFont(opened)
      const foreign = { ...font, id: 'elsewhere', custom: false, fontFamily: 'Foreign' }
      for (const leaf of leaves.filter(({ path }) => /font$/i.test(path)))
        leaf.values = [font, foreign, ...leaf.values]
    }
    const rounds = roundsOf(leaves)
    expect(rounds.length).toBeGreaterThan(5)
    for (const [round, settings] of rounds.entries()) {
      await client.patch(path, settings)
      const before = await client.get(path)
      const form = { action: 'save', ...formIn((await browser.get(page)).body, 'look-form') }
      const saved = await browser.post(page, form)
      expect({ round, status: saved.status, ...(await client.get(path)) }).toEqual({
        round,
        status: 200,
        ...before,
      })
    }
  })
})
