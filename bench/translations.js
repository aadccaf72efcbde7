// node bench/translations.js URL TOKEN [--pages 1000 --blocks 20]
// Fills a space of a running Quire, has it translated, and exports its units as XLIFF.
import { parseArgs } from 'node:util'
import { client as clientOf } from './client.js'

const PAGES_A_REQUEST = 50
const UNITS_A_REQUEST = 1000

/** Milliseconds: the first export, which takes every text apart, the next one, and one after a page has changed. */
export async function measureTranslations({ url, token, pages = 1000, blocks = 20, say }) {
  const client = clientOf(url, token)
  const { id: organization } = await client('POST', '/v1/orgs', { title: 'Translation bench' })
  const at = `/v1/orgs/${organization}`
  const { id: space } = await client('POST', `${at}/spaces`, { title: 'Many pages' })
  say?.(`writing ${pages} pages of ${blocks} blocks`)
  for (let done = 0; done < pages; done += PAGES_A_REQUEST) {
    const changes = Array.from({ length: Math.min(PAGES_A_REQUEST, pages - done) }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${done + index}`,
      document: { markdown: pageOf(done + index, blocks) },
    }))
    await client('POST', `/v1/spaces/${space}/content`, { changes })
  }
  const source = { space, language: 'en' }
  const { id } = await client('POST', `${at}/translations`, { source, language: 'de' })
  const units = `${at}/translations/${id}/units`
  say?.('exporting')
  const first = await timed(() => client('GET', `${units}?limit=1`))
  const whole = await timed(() => exportAll(client, units))
  const one = { operation: 'insert_page', title: 'One more', document: { markdown: pageOf(pages, blocks) } }
  await client('POST', `/v1/spaces/${space}/content`, { changes: [one] })
  const next = await timed(() => client('GET', `${units}?limit=1`))
  return { first: first.ms, whole: whole.ms, units: whole.value, next: next.ms }
}

export function describeTranslations({ first, whole, units, next }) {
  return [
    'Translations:',
    `  all texts taken apart           ${Math.round(first)} ms`,
    `  ${units} units exported as XLIFF  ${Math.round(whole)} ms`,
    `  after one page has changed      ${Math.round(next)} ms`,
    '',
  ].join('\n')
}

async function exportAll(client, units) {
  let count = 0
  for (let page = ''; ; ) {
    const answer = await client('GET', `${units}?format=xliff&limit=${UNITS_A_REQUEST}${page}`)
    count += answer.count
    if (!answer.next) return count
    page = `&page=${answer.next.page}`
  }
}

function pageOf(number, blocks) {
  return Array.from({ length: blocks }, (_, index) =>
    index % 5 === 0
      ? `## Part ${number}.${index} of it`
      : `Sentence ${number}.${index} has \`code\`, [a **link**](page-${index}.md) and words enough to be a line of text.`,
  ).join('\n\n')
}

async function timed(work) {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

if (process.argv[1] === import.meta.filename) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { pages: { type: 'string' }, blocks: { type: 'string' } },
  })
  const [url, token] = positionals
  const sizes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
  console.log(describeTranslations(await measureTranslations({ url, token, ...sizes, say: console.error })))
}
