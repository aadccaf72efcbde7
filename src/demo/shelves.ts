// The collections and spaces of the sample organization, and the pages in them.

import { replaceTargets } from '../engines/markdown/links.ts'
import { requireAbility } from '../kit/domain/subjects.ts'
import { createCollection } from '../rooms/content/collections/collections.ts'
import { createSpace } from '../rooms/content/spaces/spaces.ts'
import { organization } from '../rooms/people/organizations/access.ts'
import { writeLive } from './actions.ts'
import { readVolume } from './library.ts'
import type { Company } from './people.ts'

const SPACES = {
  handbook: { title: 'Handbook', emoji: '🏠', shelf: 'Company' },
  'product-guide': { title: 'Product guide', emoji: '🔦', shelf: 'Product' },
  developers: { title: 'Developer docs', emoji: '🛠️', shelf: 'Product' },
  customers: { title: 'Customer portal', emoji: '🎟️', shelf: 'Product' },
  gallery: { title: 'Block gallery', emoji: '🖼️', shelf: undefined },
} as const
const SHELVES = ['Company', 'Product'] as const

export type SpaceName = keyof typeof SPACES
const NAMES = Object.keys(SPACES) as SpaceName[]

export type DemoSheet = { id: string; markdown: string }
export type Shelved = {
  name: SpaceName
  id: string
  organizationId: string
  title: string
  /** Documents; groups and links do not count. */
  pages: number
  /** By path; groups and links have no text. */
  sheets: Map<string, DemoSheet>
}
export type DemoLibrary = { collections: { id: string; title: string }[]; spaces: Record<SpaceName, Shelved> }

export async function fillShelves(
  company: Company,
  onProgress: (what: string) => void,
): Promise<DemoLibrary> {
  const { writer } = company.cast
  const organizationId = company.organization.id
  const collections = new Map<string, string>()
  for (const title of SHELVES) {
    const made = await writer.does(async (ctx) => {
      await requireAbility(ctx, organization, { organizationId }, 'view')
      return createCollection(ctx, organizationId, { title })
    })
    collections.set(title, made.id)
  }
  const spaces = await makeSpaces(company, collections)
  for (const name of NAMES) {
    onProgress(`writing the ${spaces[name].title}`)
    await fill(company, spaces, name)
  }
  return { collections: [...collections].map(([title, id]) => ({ id, title })), spaces }
}

/** All of them first, so that their pages can link to each other. */
async function makeSpaces({ cast: { writer }, organization: { id } }: Company, shelves: Map<string, string>) {
  const spaces: Partial<DemoLibrary['spaces']> = {}
  for (const name of NAMES) {
    const { title, emoji, shelf } = SPACES[name]
    const parent = shelf && shelves.get(shelf)
    const made = await writer.does(async (ctx) => {
      await requireAbility(ctx, organization, { organizationId: id }, 'view')
      return createSpace(ctx, id, { title, emoji, parent, language: 'en' })
    })
    spaces[name] = { name, id: made.id, organizationId: id, title, pages: 0, sheets: new Map() }
  }
  return spaces as DemoLibrary['spaces']
}

async function fill({ cast: { writer } }: Company, spaces: DemoLibrary['spaces'], name: SpaceName) {
  const home = spaces[name]
  const { leaves, files } = await readVolume(name)
  const addressOf = await writer.prepares(
    async ({ links }) =>
      (path: string) =>
        links.of(path),
  )
  const pages = leaves.map(({ path, change }) => {
    const text = change.document?.markdown
    const markdown = text && replaceTargets(text, (target) => elsewhere(target, spaces, addressOf))
    return { path, change: markdown === undefined ? change : { ...change, document: { markdown } } }
  })
  const changes = [...(files.files.length > 0 ? [files] : []), ...pages.map(({ change }) => change)]
  const { outcomes } = await writeLive(writer, home, changes)
  for (const [at, { path, change }] of pages.entries()) {
    const outcome = outcomes[at]
    const id = outcome && 'page' in outcome && outcome.page
    if (id) home.sheets.set(path, { id, markdown: change.document?.markdown ?? '' })
  }
  home.pages = pages.filter(({ change }) => change.type === 'document').length
}

/** `space:handbook` and `space:handbook/people/time-off` are addresses that are known only now. */
function elsewhere(target: string, spaces: DemoLibrary['spaces'], addressOf: (path: string) => string) {
  const [, name, path] = /^space:([^/]+)\/?(.*)$/.exec(target) ?? []
  if (name === undefined) return
  const space = spaces[name as SpaceName]
  const page = path ? sheetAt(space, path).id : undefined
  return addressOf(page ? `/s/${space.id}/${page}` : `/s/${space.id}`)
}

export function sheetAt({ name, sheets }: Shelved, path: string): DemoSheet {
  const sheet = sheets.get(path)
  if (!sheet) throw new Error(`The sample content has no page ${name}/${path}`)
  return sheet
}
