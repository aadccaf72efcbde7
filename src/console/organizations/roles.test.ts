// Every role opens every page about sites and organizations that it is led to, and sends what it is offered there: nothing
// of that is refused, and nothing is missing.
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/counterparts/console.ts'
import { openSpace } from '../../../test/pages.ts'

const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read', null] as const

async function furnish() {
  const services = await openSpace()
  const { as, admin, organization, space } = services
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
  return services
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
    const isOurs = (href: string) =>
      /\/~(sites|people|settings|integrations|specs|translations)(\/|$)/.test(href)
    const waiting = [home]
    const seen = new Set(waiting)
    const refused: string[] = []
    let forms = 0
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const { status, body } = await browser.get(url)
      if (status !== 200) refused.push(`GET ${url}: ${status}`)
      for (const [, href = ''] of body.matchAll(/<a [^>]*?href="(\/o\/[^"?#]+)/g))
        if (isOurs(href) && href.startsWith(home) && !seen.has(href)) {
          seen.add(href)
          waiting.push(href)
        }
      if (url === home) continue
      const known = new Set<string>()
      for (;;) {
        // Anew for each: what was sent may have changed what is there.
        const { body } = await browser.get(url)
        const sent = formsIn(body, url).find((one) => !known.has(kindOf(one)))
        if (!sent) break
        known.add(kindOf(sent))
        // What takes itself away is sent by other tests.
        if (/remove|delete|sign-out|unpublish/.test(kindOf(sent))) continue
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
