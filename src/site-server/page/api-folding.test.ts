// Operations and schemas that are too long for one page, even alone.
import { describe, expect, it } from 'vitest'
import { openPublished } from '../../../test/published-site.ts'

const MOST = 300_000
const field = (name: string) => ({ type: 'string', description: `${name} says ${'much '.repeat(40)}` })
const fields = (prefix: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${prefix}field${at}`, field(`${prefix}field${at}`)]),
  )
const example = (name: string) => ({ value: { [name]: Array(20).fill('"x" '.repeat(400)) } })
const json = (of: object) => ({ 'application/json': of })

/** One operation with twelve long answers, a long body and long examples; 80 schemas of 60 fields. */
function largeApi() {
  const names = Array.from({ length: 80 }, (_, at) => `Model${String(at).padStart(2, '0')}`)
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'object', description: `About ${name}`, properties: fields(name, 60) },
    ]),
  )
  const responses = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `${200 + at}`,
      {
        description: `Answer ${at}`,
        content: json({
          schema: { type: 'object', properties: fields(`answer${at}`, 60) },
          examples: { [`one${at}`]: example(`example${at}`), [`two${at}`]: example(`other${at}`) },
        }),
      },
    ]),
  )
  const body = json({ schema: { type: 'object', properties: fields('body', 60) }, example: { sent: 'x' } })
  const parameters = Array.from({ length: 20 }, (_, at) => ({
    name: `p${at}`,
    in: 'query',
    ...field(`p${at}`),
  }))
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: {
      '/large': {
        post: { summary: 'Do much', tags: ['Large'], parameters, requestBody: { content: body }, responses },
      },
    },
    components: { schemas },
  }
}

async function openLarge() {
  const opened = await openPublished()
  const { client, organization, spaces, drain, app, base } = opened
  const source = { text: JSON.stringify(largeApi()) }
  await client.put(`${organization.url}/openapi/large`, { source })
  const spec = { ref: { kind: 'openapi', spec: 'large' } }
  const computed = { type: 'builtin:openapi', props: { models: true }, dependencies: { spec } }
  const changes = [{ operation: 'insert_page', type: 'computed', title: 'API', computed }]
  await client.post(`${spaces.guide}/content`, { changes })
  await drain()
  const read = async (path: string) => {
    const { body, statusCode } = await app.inject(new URL(path, base).href.slice('http://quire.test'.length))
    expect(statusCode, path).toBe(200)
    expect(body.length, path).toBeLessThan(MOST)
    return body
  }
  return { ...opened, read }
}

const linksIn = (body: string) =>
  [...body.matchAll(/class="api-more" href="(\?[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )

describe('what is too long for a page', () => {
  it('is an operation that comes in parts, each at an address of its own', async () => {
    const { read } = await openLarge()
    const first = await read('large')
    expect(first.match(/class="api-columns"/g)).toHaveLength(1)
    const alone = await read('large?operation=post%20%2Flarge')
    expect(linksIn(alone).length).toBeLessThan(linksIn(first).length)
    expect(first.includes('>p19<')).toBe(true)
    const parts = linksIn(first)
    expect(parts.length).toBeGreaterThan(5)
    const all = [first]
    for (const part of parts) {
      const shown = await read(`large${part}`)
      all.push(shown)
    }
    const text = all.join('')
    for (let at = 0; at < 12; at += 1) {
      expect(text.includes(`>answer${at}field59<`), `answer ${at}`).toBe(true)
    }
    for (const name of ['example0', 'other0', 'example3', 'other3'])
      expect(text.includes(`&quot;${name}&quot;`), name).toBe(true)
  })

  it('is a page of schemas, of which the rest is named', async () => {
    const { read } = await openLarge()
    const page = await read('models')
    expect(page.match(/class="api-schema"/g)).toHaveLength(25)
    const parts = linksIn(page)
    expect(parts.length).toBeGreaterThan(0)
    const last = await read(`models${parts.at(-1)}`)
    expect(page.includes('>Model24field59<')).toBe(false)
    expect(last.includes('>Model24field59<')).toBe(true)
  })
})
