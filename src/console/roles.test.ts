// Every role opens every page that it is led to, and sends what it is offered about sites and the organization: nothing of
// that is refused, and nothing is missing.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../test/counterparts/console.ts'
import { openSpace, page } from '../../test/pages.ts'

const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read', null] as const

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
  return services
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

/** Of the same forms in a list, one is sent. */
const kindOf = ({ url, form }: Sent) => `${url} ${form.action ?? ''} ${form.type ?? ''}`

describe.each(ROLES)('somebody with the role %s', (role) => {
  it('is offered nothing that is refused', async () => {
    const { app, newMember, organization } = await furnish()
    const person = await newMember('walker', role)
    const browser = openBrowser(app)
    await browser.post('/o/~sign-in?token=', { token: person.token })
    const home = `/o/${organization.id}`
    const isPage = (href: string) => !/\/~(help|sign-in|sign-out|fonts)(\/|$)/.test(href)
    const waiting = [home]
    const seen = new Set(waiting)
    const refused: string[] = []
    let forms = 0
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const { status, body } = await browser.get(url)
      if (status !== 200) refused.push(`GET ${url}: ${status}`)
      for (const [, href = ''] of body.matchAll(/<a [^>]*?href="(\/o\/[^"?#]+)/g))
        if (isPage(href) && !seen.has(href)) {
          seen.add(href)
          waiting.push(href)
        }
      // Their own account is theirs in every role; forms of a space take away what others of them are about.
      if (url === home || !url.startsWith(`${home}/~`)) continue
      const known = new Set<string>()
      for (;;) {
        // Anew for each: what was sent may have changed what is there.
        const { body } = await browser.get(url)
        const sent = formsIn(body, url).find((one) => !known.has(kindOf(one)))
        if (!sent) break
        known.add(kindOf(sent))
        // What takes itself away is sent by other tests.
        if (/remove|delete|sign-out|unpublish|uninstall|turn-off/.test(kindOf(sent))) continue
        forms += 1
        const { status } = await browser.post(sent.url, sent.form)
        if (status === 403 || status === 404) refused.push(`POST ${kindOf(sent)}: ${status}`)
      }
    }
    expect(refused).toEqual([])
    expect(seen.size).toBeGreaterThan(role === null ? 0 : 8)
    if (role === 'admin') expect(forms).toBeGreaterThan(20)
  })
})
