// Every role opens every page that it is led to, and sends what it is offered there: nothing of that is refused, nothing is
// missing, and nothing is told of what is not theirs.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../test/counterparts/console.ts'
import { openSpace, page } from '../../test/pages.ts'

const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read', null] as const
/** Of guests, on one space. */
const LEVELS = ['admin', 'edit', 'read'] as const
/** In what guests were not given. */
const SECRET = 'canarysecret'

async function furnish() {
  const services = await openSpace()
  const { as, admin, organization, space, url } = services
  const client = as(admin)
  const sites = `${organization.url}/sites`
  const other = await client.post(`${organization.url}/spaces`, { title: 'API' }, 201)
  const site = await client.post(sites, { title: 'Docs', visibility: 'share-link', spaces: [space.id] }, 201)
  const at = `${sites}/${site.id}`
  await client.post(`${at}/sections`, { spaceId: other.id }, 201)
  await client.post(`${at}/share-links`, { name: 'Partners' }, 201)
  await client.post(
    `${at}/redirects`,
    { source: '/a', destination: { kind: 'external', url: 'https://example.org' } },
    201,
  )
  const signed = await client.post(
    sites,
    { title: 'Customers', visibility: 'visitor-auth', spaces: [space.id] },
    201,
  )
  await client.patch(`${sites}/${signed.id}`, { adaptiveContent: { enabled: true } })
  await client.put(`${organization.url}/teams`, { title: 'Writers' }, 201)
  await client.post(`${organization.url}/webhooks`, { url: 'https://hooks.example/x', events: ['*'] }, 201)
  const paths = { '/pets': { get: { responses: {} } } }
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'P', version: '1' }, paths })
  await client.post(`${organization.url}/openapi`, { slug: 'pets', source: { text } }, 201)
  const source = { space: space.id, language: 'en' }
  await client.post(`${organization.url}/translations`, { title: 'German', source }, 201)
  await client.post(`${organization.url}/collections`, { title: 'Guides' }, 201)
  await install(client, organization.id, { site: site.id, space: space.id })
  await fill(client, url)
  await hide(client, organization)
  return services
}

/** Another space, and what only those who run the organization know. */
async function hide(client: Client, organization: { url: string }) {
  const { id } = await client.post(`${organization.url}/spaces`, { title: `${SECRET} space` }, 201)
  const at = `/v1/spaces/${id}`
  await client.post(`${at}/content`, { changes: [page(`${SECRET} page`, `The ${SECRET} itself.`)] }, 200)
  await client.post(`${at}/change-requests`, { subject: `${SECRET} request` }, 201)
  await client.post(`${at}/comments`, { body: { markdown: `A ${SECRET} remark.` } }, 200)
  await client.post(`${organization.url}/collections`, { title: `${SECRET} collection` }, 201)
  const url = `https://hooks.example/${SECRET}`
  await client.post(`${organization.url}/webhooks`, { url, events: ['*'] }, 201)
}

type Client = ReturnType<Awaited<ReturnType<typeof openSpace>>['as']>

async function install(client: Client, organization: string, places: { site: string; space: string }) {
  const name = `walked-${process.pid}-${organization}`
  const at = `/v1/integrations/${name}`
  const about = { title: 'Counter', description: 'Counts.', scopes: ['site:script:inject'] }
  await client.post(at, { ...about, organization, script: 'export default {}' }, 200)
  const { id } = await client.post(`${at}/installations`, { organization }, 201)
  await client.post(`${at}/installations/${id}/sites`, { siteId: places.site }, 201)
  await client.post(`${at}/installations/${id}/spaces`, { space: places.space }, 201)
}

/** A space with pages, one of them deleted, and what is written about them. */
async function fill(client: Client, url: string) {
  const variables = { operation: 'update_variables', variables: { product: 'Beacon' } }
  const reusable = {
    operation: 'insert_reusable_content',
    title: 'Warning',
    document: { markdown: 'Mind the step.' },
  }
  const changes = [page('Start', 'Welcome.'), page('Gone', 'Away.'), variables, reusable]
  const [{ page: start }, { page: gone }] = (
    await client.post(`${url}/content?compat=false`, { changes }, 200)
  ).changes
  await client.post(`${url}/content`, { changes: [{ operation: 'delete_page', page: gone.id }] }, 200)
  await client.post(`${url}/comments`, { body: { markdown: 'Really?' }, page: start.id }, 200)
  const { id } = await client.post(`${url}/change-requests`, { subject: 'More' }, 201)
  await client.post(`${url}/change-requests/${id}/content`, { changes: [page('More', 'More of it.')] }, 200)
  await client.patch(`${url}/change-requests/${id}`, { status: 'open' })
}

type Sent = { url: string; form: Record<string, string> }

/** Forms of a page that somebody may send, with what stands in them; those that end something are left out. */
function formsIn(body: string, url: string): Sent[] {
  return [...body.matchAll(/<form method="post"([^>]*)>(.*?)<\/form>/gs)].flatMap(
    ([, head = '', inside = '']) => {
      if (/danger|multipart/.test(head + inside)) return []
      const fields = Object.fromEntries(
        [...inside.matchAll(/<input [^>]*?name="([^"]+)"[^>]*>/g)]
          .filter(([input]) => !/type="(checkbox|radio)"/.test(input) || input.includes('checked'))
          .map(([input, name = '']) => [name, / value="([^"]*)"/.exec(input)?.[1] ?? '']),
      )
      for (const [, name = '', options = ''] of inside.matchAll(
        /<select [^>]*?name="([^"]+)"[^>]*>(.*?)<\/select>/gs,
      ))
        fields[name] =
          (/<option value="([^"]*)" selected/.exec(options) ??
            /<option value="([^"]*)"/.exec(options))?.[1] ?? ''
      const to = / action="(\/[^"]*)"/.exec(head)?.[1] ?? url
      const buttons = [...inside.matchAll(/<button [^>]*?name="([^"]+)" value="([^"]+)"(?![^>]* disabled)/g)]
      if (buttons.length === 0 && /<button [^>]*name=/.test(inside)) return []
      if (buttons.length === 0) return [{ url: to, form: fields }]
      return buttons.map(([, name = '', value = '']) => ({ url: to, form: { ...fields, [name]: value } }))
    },
  )
}

/** Of the same forms in a list, and on pages that differ by an id only, one is sent. */
const kindOf = ({ url, form }: Sent) =>
  `${url.replaceAll(/[\da-z]{26}/g, '*')} ${form.action ?? ''} ${form.type ?? ''}`

/** What takes itself away, or shuts out who sends it, is sent by other tests. */
const ENDS = /remove|delete|sign-out|unpublish|uninstall|turn-off|revoke|second-factor/

/** What ends the work on a change request is sent after everything else about it. */
const LATE = /merge|archive/

type Browser = ReturnType<typeof openBrowser>

/** Opens all that is linked from somewhere, and sends what is offered there. */
async function walk(browser: Browser, home: string) {
  const isPage = (href: string) => !/\/~(help|sign-in|sign-out|fonts)(\/|$)/.test(href)
  const waiting = [home]
  const seen = new Set(waiting)
  const known = new Set<string>()
  const [refused, told]: [string[], string[]] = [[], []]
  const found = { refused, told, seen, forms: known }
  const open = async (url: string) => {
    const visit = await browser.get(url)
    if (visit.body.includes(SECRET)) found.told.push(url)
    return visit
  }
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    const { status, body } = await open(url)
    if (status !== 200) found.refused.push(`GET ${url}: ${status}`)
    for (const [, href = ''] of body.matchAll(/<a [^>]*?href="(\/o\/[^"?#]+)/g))
      if (isPage(href) && !seen.has(href)) {
        seen.add(href)
        waiting.unshift(href)
      }
  }
  // Their own account is theirs in every role.
  const theirs = [...seen].filter((url) => url === home || url.startsWith(`${home}/`))
  const late = new Set<string>()
  for (const url of theirs) await sendAll(url, (one) => !LATE.test(kindOf(one)))
  for (const url of late) await sendAll(url, () => true)
  return found

  async function sendAll(url: string, isMeant: (one: Sent) => boolean) {
    for (;;) {
      // Anew for each: what was sent may have changed what is there, or taken it away.
      const { status, body } = await open(url)
      if (status !== 200 && status !== 404) found.refused.push(`GET ${url}: ${status}`)
      const forms = status === 200 ? formsIn(body, url).filter((one) => !known.has(kindOf(one))) : []
      if (forms.some((one) => !isMeant(one))) late.add(url)
      const sent = forms.find(isMeant)
      if (!sent) return
      known.add(kindOf(sent))
      if (ENDS.test(kindOf(sent))) continue
      const answer = await browser.post(sent.url, sent.form)
      if (answer.status === 403 || answer.status === 404)
        found.refused.push(`POST ${kindOf(sent)}: ${answer.status}`)
      if (answer.body.includes(SECRET)) found.told.push(`POST ${kindOf(sent)}`)
    }
  }
}

async function signIn(app: Parameters<typeof openBrowser>[0], { token }: { token: string }) {
  const browser = openBrowser(app)
  await browser.post('/o/~sign-in?token=', { token })
  return browser
}

describe.each(ROLES)('somebody with the role %s', (role) => {
  it('is offered nothing that is refused', async () => {
    const { app, newMember, organization } = await furnish()
    const browser = await signIn(app, await newMember('walker', role))
    const { refused, told, seen, forms } = await walk(browser, `/o/${organization.id}`)
    expect(refused).toEqual([])
    // Whoever is no guest may read every space.
    if (role === null) expect(told).toEqual([])
    else expect(told.length).toBeGreaterThan(5)
    expect(seen.size).toBeGreaterThan(role === null ? 0 : 8)
    if (role === 'admin') expect(forms.size).toBeGreaterThan(90)
  })
})

describe.each(LEVELS)('a guest with the level %s on one space', (level) => {
  it('is offered nothing that is refused, and told nothing of the rest', async () => {
    const { app, as, admin, newMember, organization, url } = await furnish()
    const guest = await newMember('guest', null)
    await as(admin).post(`${url}/permissions`, { users: [guest.id], role: level }, 204)
    const { refused, told, seen, forms } = await walk(await signIn(app, guest), `/o/${organization.id}`)
    expect({ refused, told }).toEqual({ refused: [], told: [] })
    expect(seen.size).toBeGreaterThan(8)
    if (level === 'admin') expect(forms.size).toBeGreaterThan(15)
  })
})
