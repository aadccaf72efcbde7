// Several clients arrange one site at random, at the same time; afterwards it must be whole.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestServices } from '../../../../../test/services.ts'

type Item = { object: string; id: string; path: string; default: boolean; section?: string }
type Section = Item & { siteSpaces: Item[]; sectionGroup?: string }
type Group = { object: string; id: string; sectionGroup?: string; children: Entry[] }
type Link = { object: string; id: string; sectionGroup?: string; url: string }
type Entry = Section | Group | Link

const isGroup = (item: Entry): item is Group => item.object === 'site-section-group'
const isLink = (item: Entry): item is Link => item.object === 'site-external-link'
const sectionsOf = (items: Entry[]): Section[] =>
  items.flatMap((item) => {
    if (isLink(item)) return []
    return isGroup(item) ? sectionsOf(item.children) : item
  })
const groupsOf = (items: Entry[]): Group[] =>
  items.filter(isGroup).flatMap((group) => [group, ...groupsOf(group.children)])
const linksOf = (items: Entry[]): Link[] =>
  items.flatMap((item) => (isGroup(item) ? linksOf(item.children) : isLink(item) ? item : []))

const ACTIONS = [
  'add-space',
  'add-section',
  'add-group',
  'add-link',
  'sort-space',
  'sort-section',
  'sort-group',
  'sort-link',
  'choose-space',
  'choose-section',
  'rename',
  'delete-space',
  'delete-section',
  'delete-group',
  'delete-link',
] as const
const action = fc.record({
  kind: fc.constantFrom(...ACTIONS),
  pick: fc.nat(),
  other: fc.nat(),
  side: fc.constantFrom('before' as const, 'after' as const),
  path: fc.constantFrom('a', 'b', 'c'),
})
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

it('the structure of a site stays whole, whatever several clients do to it at once', async () => {
  const { as, admin, organization } = await openTestServices()
  const client = as(admin)
  const spaces: string[] = []
  for (let count = 0; count < 12; count++) {
    const { id } = await client.post(`${organization.url}/spaces`, { title: `Space ${count % 3}` }, 201)
    spaces.push(id)
  }
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 30 }), async (actions) => {
      const { id } = await client.post(`${organization.url}/sites`, { spaces: spaces.slice(0, 2) }, 201)
      const site = `${organization.url}/sites/${id}`
      for (let at = 0; at < actions.length; at += 3) {
        const some = actions.slice(at, at + 3)
        const answers = await Promise.all(some.map((one) => act(site, one)))
        for (const answer of answers) {
          // Refused for what it is about, never for what it met on the way.
          if (answer) expect([200, 201, 204, 205, 400, 404, 409], answer.body).toContain(answer.statusCode)
          if (answer && answer.statusCode < 300) done += 1
        }
        const structure = await client.get(`${site}/structure`)
        requireWhole(structure, (await client.get(site)).siteSpaces)
        await requireSameOrder(site, structure)
      }
      await client.delete(site, 205)
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect(done).toBeGreaterThan(30)

  /** The lists, a few a page, name all as the structure does. */
  async function requireSameOrder(site: string, { type, structure }: { type: string; structure: never[] }) {
    const sections = type === 'sections' ? sectionsOf(structure) : []
    const groups = type === 'sections' ? groupsOf(structure) : []
    const siteSpaces: Item[] = type === 'sections' ? sections.flatMap((one) => one.siteSpaces) : structure
    expect(await listed(`${site}/site-spaces`)).toEqual(siteSpaces.map(({ id }) => id))
    expect(await listed(`${site}/sections`)).toEqual(sections.map(({ id }) => id))
    if (groups.length > 0) expect(await listed(`${site}/section-groups`)).toEqual(groups.map(({ id }) => id))
  }

  async function listed(list: string) {
    const ids: string[] = []
    for (let page: string | undefined = ''; page !== undefined; ) {
      const answer = await client.get(`${list}?limit=2${page && `&page=${page}`}`)
      ids.push(...answer.items.map(({ id }: Item) => id))
      page = answer.next?.page
    }
    return ids
  }

  async function act(site: string, { kind, pick, other, side, path }: Action) {
    const { type, structure } = await client.get(`${site}/structure`)
    const sections = type === 'sections' ? sectionsOf(structure) : []
    const groups = type === 'sections' ? groupsOf(structure) : []
    const links = type === 'sections' ? linksOf(structure) : []
    const siteSpaces: Item[] =
      type === 'sections' ? sections.flatMap((section) => section.siteSpaces) : structure
    const one = <T>(list: T[], at = pick) => list[at % Math.max(1, list.length)]
    const sort = (item?: { id: string; object: string }, beside?: { id: string; object: string }) =>
      item &&
      beside &&
      client.send('PATCH', `${site}/structure/sort`, {
        item: { type: item.object, id: item.id },
        position: { [side]: { type: beside.object, id: beside.id } },
      })
    switch (kind) {
      case 'add-space':
        return client.send('POST', `${site}/site-spaces`, {
          spaceId: one(spaces),
          sectionId: one(sections, other)?.id,
        })
      case 'add-section':
        return client.send('POST', `${site}/sections`, { spaceId: one(spaces), title: 'Same' })
      case 'add-group':
        return client.send('POST', `${site}/section-groups`, {
          title: 'Group',
          sections: sections.slice(0, pick % 3).map(({ id }) => id),
          parent: one(groups, other)?.id,
        })
      case 'add-link':
        return client.send('POST', `${site}/external-links`, {
          title: 'Link',
          url: 'https://example.org/',
          parent: one(groups, other)?.id,
        })
      case 'sort-space':
        return sort(one(siteSpaces), one(siteSpaces, other))
      case 'sort-section':
        return sort(one(sections), one<Entry>([...sections, ...groups, ...links], other))
      case 'sort-group':
        return sort(one(groups), one<Entry>([...sections, ...groups, ...links], other))
      case 'sort-link':
        return sort(one(links), one<Entry>([...sections, ...groups, ...links], other))
      case 'choose-space':
        return one(siteSpaces) && client.send('PATCH', site, { defaultSiteSpace: one(siteSpaces)?.id })
      case 'choose-section':
        return one(sections) && client.send('PATCH', site, { defaultSiteSection: one(sections)?.id })
      case 'rename':
        return one(siteSpaces) && client.send('PATCH', `${site}/site-spaces/${one(siteSpaces)?.id}`, { path })
      case 'delete-space':
        return one(siteSpaces) && client.send('DELETE', `${site}/site-spaces/${one(siteSpaces)?.id}`)
      case 'delete-section':
        return one(sections) && client.send('DELETE', `${site}/sections/${one(sections)?.id}`)
      case 'delete-group':
        return one(groups) && client.send('DELETE', `${site}/section-groups/${one(groups)?.id}`)
      case 'delete-link':
        return one(links) && client.send('DELETE', `${site}/external-links/${one(links)?.id}`)
      default:
        return kind satisfies never
    }
  }
})

function requireWhole({ type, structure }: { type: string; structure: never[] }, count: number) {
  const sections = type === 'sections' ? sectionsOf(structure) : []
  const levels: Item[][] =
    type === 'sections' ? sections.map((section) => section.siteSpaces) : [structure as Item[]]
  // No orphan: all that are counted are reached.
  expect(levels.flat()).toHaveLength(count)
  if (sections.length > 0) expect(sections.filter((section) => section.default)).toHaveLength(1)
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length)
  for (const level of levels.filter((siteSpaces) => siteSpaces.length > 0)) {
    expect(level.filter((siteSpace) => siteSpace.default)).toHaveLength(1)
    expect(new Set(level.map(({ path }) => path)).size).toBe(level.length)
  }
  for (const section of sections) {
    expect(section.siteSpaces.length).toBeGreaterThan(0)
    for (const siteSpace of section.siteSpaces) expect(siteSpace.section).toBe(section.id)
  }
}
