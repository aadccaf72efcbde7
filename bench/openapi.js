// A specification of five megabytes, and one of ten in YAML: how long it takes until it is processed, read and compared,
// and how long the event loop of the server is held up meanwhile, beside a process that does nothing. Then the largest
// page of the first on a site, beside a bare server that sends the same bytes.
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './client.js'
import { startIdle, stop, watchLoops } from './processes.js'
import { beside } from './sites.js'

const SIZE = 5_000_000
/** Near to what may be sent. How long it takes is told alone: YAML takes many times as long to read as JSON. */
const YAML_SIZE = 10_000_000
const GOALS = { seconds: 5, milliseconds: 50, ratio: 0.7 }
const PAGE_SECONDS = 3
const PATIENCE = 120_000

export async function measureOpenapi({ url, token, say, child, stopLater }) {
  const api = client(url, token)
  const organization = await api('POST', '/v1/orgs', { title: 'Bench of specifications' })
  const idle = startIdle({ onSpawn: stopLater })
  const at = `/v1/orgs/${organization.id}/openapi/large`
  const results = []
  const measure = async (kind, work, goal = GOALS.seconds) => {
    say(kind)
    const told = watchLoops(child, idle)
    const began = performance.now()
    await work()
    const seconds = (performance.now() - began) / 1000
    const [blocked, idled] = await told()
    results.push({ kind, seconds, blocked, idled, goal })
  }
  const put = async (text, to = at) => {
    await api('PUT', to, { source: { text } })
    await processed(api, to)
  }
  await measure('JSON, processed', () => put(JSON.stringify(specification(1))))
  await measure('JSON, changed and processed', () => put(JSON.stringify(specification(2))))
  await measure('its files, read', () => api.text('GET', `${at}/versions/latest/content`))
  await measure('its document, read', () => api.text('GET', `${at}/document`))
  const { lastVersion } = await api('GET', at)
  await measure('its versions, compared', () => api('GET', `${at}/versions/${lastVersion}/changes`))
  let page
  const showPages = async () => {
    page = await largestPage(api, url, organization.id)
  }
  await measure('its pages, on a site', showPages, Number.POSITIVE_INFINITY)
  const yaml = specificationAsYaml(YAML_SIZE)
  const megabytes = (Buffer.byteLength(yaml) / 1e6).toFixed(0)
  await measure(`YAML of ${megabytes} MB, processed`, () => put(yaml, `${at}-yaml`), Number.POSITIVE_INFINITY)
  await stop(idle)
  return { results, page: { ...page, ...(await beside({ request: { url: page.address } }, PAGE_SECONDS)) } }
}

/** Of a site that has the pages of the specification alone. */
async function largestPage(api, url, organizationId) {
  const at = `/v1/orgs/${organizationId}`
  const { id } = await api('POST', `${at}/spaces`, { title: 'Reference' })
  const computed = {
    type: 'builtin:openapi',
    props: {},
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'large' } } },
  }
  const reference = { operation: 'insert_page', type: 'computed', title: 'Reference', computed }
  await api('POST', `/v1/spaces/${id}/content`, { changes: [reference] })
  const pages = await computedPages(api, id)
  const site = await api('POST', `${at}/sites`, { title: 'Reference', spaces: [id] })
  const { urls } = await api('POST', `${at}/sites/${site.id}/publish`)
  const home = url + new URL(urls.published).pathname
  let largest = { bytes: 0 }
  for (const { path } of pages) {
    const answer = await patiently(home + path)
    const bytes = Buffer.byteLength(await answer.text())
    if (bytes > largest.bytes) largest = { bytes, address: home + path }
  }
  return largest
}

async function computedPages(api, space) {
  const until = performance.now() + PATIENCE
  for (;;) {
    const { pages } = await api('GET', `/v1/spaces/${space}/content/pages`)
    if (pages.length > 0) return pages
    if (performance.now() > until) throw new Error('The pages of the specification were not made in time')
    await sleep(50)
  }
}

/** A long page is for later while the server is busy with others. */
async function patiently(address) {
  const until = performance.now() + PATIENCE
  for (;;) {
    const answer = await fetch(address)
    if (answer.ok) return answer
    if (answer.status !== 503 || performance.now() > until)
      throw new Error(`${address} answered ${answer.status}`)
    await sleep(200)
  }
}

async function processed(api, at) {
  const until = performance.now() + PATIENCE
  for (;;) {
    const { processingState, lastProcessedErrors } = await api('GET', at)
    if (lastProcessedErrors) throw new Error(lastProcessedErrors[0].message)
    if (processingState === 'complete') return
    if (performance.now() > until) throw new Error('The specification was not processed in time')
    await sleep(50)
  }
}

/** Operations and schemas as people write them, until there are enough. */
function specification(version, most = SIZE) {
  const paths = {}
  const schemas = {}
  const one = { $ref: '#/components/schemas/Error' }
  let size = 0
  for (let at = 0; size < most; at++) {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'string', description: 'What it is known by, wherever it is moved' },
        name: { type: 'string', minLength: 1, maxLength: 100 },
        kind: { type: 'string', enum: ['first', 'second', `kind-${version}`] },
        next: { $ref: `#/components/schemas/Thing${at + 1}` },
        tags: { type: 'array', items: { type: 'string', nullable: true } },
      },
    }
    const operation = {
      operationId: `getThing${at}`,
      summary: `Get thing ${at}`,
      description: 'What is known of it, with everything that it refers to. '.repeat(4),
      tags: [`group-${at % 20}`],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'It',
          content: { 'application/json': { schema: { $ref: `#/components/schemas/Thing${at}` } } },
        },
        404: { description: 'Not there', content: { 'application/json': { schema: one } } },
      },
    }
    paths[`/things-${at}/{id}`] = { get: operation }
    schemas[`Thing${at}`] = schema
    size += JSON.stringify([schema, operation]).length
  }
  schemas.Error = { type: 'object', properties: { message: { type: 'string' } } }
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: String(version) },
    paths,
    components: { schemas },
  }
}

/** As people write it: one value a line, in blocks. */
function specificationAsYaml(size) {
  // A third of it is indents, and what holds lists together.
  return asYaml(specification(1, size * 0.65), '')
}

function asYaml(value, indent) {
  return Object.entries(value)
    .map(([key, one]) => {
      const name = Array.isArray(value) ? `${indent}-` : `${indent}${JSON.stringify(key)}:`
      if (typeof one !== 'object') return `${name} ${JSON.stringify(one)}\n`
      return `${name}\n${asYaml(one, `${indent}  `)}`
    })
    .join('')
}

export function describeOpenapi({ results, page }) {
  const lines = results.map(({ kind, seconds, blocked, idled, goal }) => {
    const isGood = seconds < goal && blocked - idled < GOALS.milliseconds
    const figures = [blocked, idled].map((number) => number.toFixed(0).padStart(8)).join('')
    return `  ${kind.padEnd(34)}${seconds.toFixed(1).padStart(6)} s${figures}   ${isGood ? 'yes' : 'NO'}`
  })
  return [
    `A specification of ${SIZE / 1e6} MB; goal: less than ${GOALS.seconds} s, held up less than ${GOALS.milliseconds} ms longer than the idle process:`,
    `  ${''.padEnd(34)}        ${['held up', 'idle'].map((name) => name.padStart(8)).join('')}`,
    ...lines,
    pageLine(page),
    '',
  ].join('\n')
}

function pageLine({ bytes, perSecond, bare, ratio }) {
  const figures = `${perSecond.toFixed(0)}/s, bare ${bare.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`
  return `  its largest page of ${bytes} bytes: ${figures}; goal: ${GOALS.ratio}   ${ratio >= GOALS.ratio ? 'yes' : 'NO'}`
}
