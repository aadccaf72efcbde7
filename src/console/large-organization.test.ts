// Pages of a large organization cost about as many queries as those of a small one: none asks once more for each row.
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/counterparts/console.ts'
import { openSpace, page } from '../../test/pages.ts'

const SMALL = { members: 2, spaces: 3, sites: 2 }
const LARGE = { members: 500, spaces: 300, sites: 50 }
/** Lists are asked for by the hundred where somebody chooses from them, and insights name the pages of twelve rows. */
const MORE = 40

type Size = typeof LARGE

async function openOrganization({ members, spaces, sites }: Size) {
  const { app, organization, admin, as, space, write, newMember, services } = await openSpace()
  const client = as(admin)
  const { url } = organization
  const people = []
  for (let at = 0; at < members; at += 1) people.push(await newMember(`member${at}`, 'create'))
  await write(page('Start', 'Welcome.'), page('More', 'More.'))
  const made = [space]
  // By many, so that the log of what happened names many.
  for (let at = 1; at < spaces; at += 1)
    made.push(await as(people[at % people.length]).post(`${url}/spaces`, { title: `Space ${at}` }, 201))
  const ids = made.slice(0, 60).map(({ id }: { id: string }) => id)
  const site = await client.post(`${url}/sites`, { title: 'All', spaces: ids }, 201)
  for (let at = 1; at < sites; at += 1)
    await client.post(`${url}/sites`, { title: `Site ${at}`, spaces: [ids[at % ids.length]] }, 201)
  await read(client, `${url}/sites/${site.id}`, made)
  for (const person of people.slice(0, 60))
    await as(person).post(`${url}/collections`, { title: 'Shelf' }, 201)
  await client.put(`${url}/teams`, { title: 'Writers' }, 201)
  const browser = openBrowser(app)
  await browser.post('/o/~sign-in?token=', { token: admin.token })
  const home = `/o/${organization.id}`
  return {
    browser,
    home,
    site: `${home}/~sites/${site.id}`,
    space: `${home}/s/${space.id}`,
    spaceId: space.id,
    services,
  }
}

type Client = ReturnType<Awaited<ReturnType<typeof openSpace>>['as']>

/** Visitors read something of each of the first twenty spaces. */
async function read(client: Client, site: string, spaces: readonly { id: string }[]) {
  const about = { language: 'en', referrer: 'https://example.net/' }
  const session = { visitorId: 'v', sessionId: 's', userAgent: 'Firefox', ...about }
  const events = spaces.slice(0, 20).map(({ id }) => ({
    ...{ type: 'page_view', session },
    location: { url: 'http://quire.test/', space: id, page: id },
  }))
  await client.post(`${site}/publish`)
  await client.post(`${site}/insights/events`, { events }, 204)
}

type Opened = Awaited<ReturnType<typeof openOrganization>>

const PAGES: Record<string, (opened: Opened) => string> = {
  home: () => '/o',
  organization: ({ home }) => home,
  sites: ({ home }) => `${home}/~sites`,
  'new site': ({ home }) => `${home}/~sites/new`,
  'change requests': ({ home }) => `${home}/~changes`,
  members: ({ home }) => `${home}/~people`,
  teams: ({ home }) => `${home}/~people/teams`,
  access: ({ home }) => `${home}/~people/access`,
  'access to a space': ({ home, spaceId }) => `${home}/~people/access/spaces/${spaceId}`,
  settings: ({ home }) => `${home}/~settings`,
  deletion: ({ home }) => `${home}/~settings/delete`,
  tokens: ({ home }) => `${home}/~settings/tokens`,
  'audit log': ({ home }) => `${home}/~settings/audit`,
  integrations: ({ home }) => `${home}/~integrations`,
  translations: ({ home }) => `${home}/~translations`,
  site: ({ site }) => site,
  structure: ({ site }) => `${site}/structure`,
  look: ({ site }) => `${site}/look`,
  audience: ({ site }) => `${site}/audience`,
  redirects: ({ site }) => `${site}/redirects`,
  insights: ({ site }) => `${site}/insights`,
  pages: ({ space }) => `${space}/~/pages`,
  'settings of a space': ({ space }) => `${space}/~/settings`,
  transfer: ({ space }) => `${space}/~/settings/transfer`,
}

async function costs(opened: Opened) {
  const counted = new Map<string, number>()
  for (const [name, addressOf] of Object.entries(PAGES)) {
    // What is kept in memory is there for both.
    await opened.browser.get(addressOf(opened))
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    const { status } = await opened.browser.get(addressOf(opened))
    counted.set(name, queries.mock.calls.length)
    queries.mockRestore()
    expect([name, status]).toEqual([name, 200])
  }
  return counted
}

it('costs hardly more queries with 500 members, 300 spaces and 50 sites', { timeout: 300_000 }, async () => {
  const small = await costs(await openOrganization(SMALL))
  const large = await costs(await openOrganization(LARGE))
  expect(small.get('members')).toBeGreaterThan(3)
  const grown = [...large].map(([name, count]) => [name, small.get(name) ?? 0, count] as const)
  expect(grown.filter(([, before, after]) => after > before + MORE)).toEqual([])
})
