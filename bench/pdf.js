// PDF: a book of a hundred pages, first with everything to be loaded, then warm after one page was edited.
import { client } from './client.js'

const PAGES = 100
const GOAL = 3_000
const ROUNDS = 3
const AT_ONCE = 50

export async function measurePdf({ url, token, say }) {
  const api = client(url, token)
  const organization = await api('POST', '/v1/orgs', { title: 'Bench of PDF' })
  const space = await api('POST', `/v1/orgs/${organization.id}/spaces`, { title: 'Book' })
  const at = `/v1/spaces/${space.id}`
  say(`a book of ${PAGES} pages`)
  const changes = Array.from({ length: PAGES }, (_, number) => ({
    operation: 'insert_page',
    title: `Chapter ${number + 1}`,
    document: { markdown: textOf(number) },
  }))
  const made = { changes: [] }
  for (let from = 0; from < PAGES; from += AT_ONCE) {
    const some = changes.slice(from, from + AT_ONCE)
    made.changes.push(...(await api('POST', `${at}/content`, { changes: some })).changes)
  }
  const cold = await print(api, url, at)
  const warm = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = made.changes[round].page.id
    const document = { markdown: `Edited ${round}.\n\n${textOf(round)}` }
    await api('POST', `${at}/content`, { changes: [{ operation: 'update_page', page, document }] })
    warm.push(await print(api, url, at))
  }
  return { cold, warm: warm.toSorted((a, b) => a.ms - b.ms)[Math.floor(ROUNDS / 2)] }
}

async function print(api, url, at) {
  const began = performance.now()
  const { url: address } = await api('GET', `${at}/pdf`)
  const response = await fetch(new URL(new URL(address).pathname + new URL(address).search, url))
  const bytes = await response.arrayBuffer()
  if (!response.ok) throw new Error(`The PDF answers ${response.status}`)
  return { ms: performance.now() - began, kilobytes: bytes.byteLength / 1024 }
}

function textOf(number) {
  const paragraph = `Chapter ${number} tells of **many things**, with \`code\`, [links](https://example.org/${number}) and _emphasis_, over a few lines, as chapters do.`
  return [
    ...Array.from({ length: 4 }, () => paragraph),
    '{% hint style="info" %}\nMind the step.\n{% endhint %}',
    '```js\nconst answer = 42\n```',
    '| Name | Value |\n| --- | --- |\n| one | 1 |\n| two | 2 |',
    '## More\n\n1. First\n2. Second\n3. Third',
    ...Array.from({ length: 3 }, () => paragraph),
  ].join('\n\n')
}

export function describePdf({ cold, warm }) {
  const reached = warm.ms < GOAL ? 'yes' : 'NO'
  return [
    `PDF of ${PAGES} pages, milliseconds until it is there:`,
    `  the first one   ${cold.ms.toFixed(0).padStart(6)}   ${cold.kilobytes.toFixed(0)} kB`,
    `  warm            ${warm.ms.toFixed(0).padStart(6)}   goal ${GOAL}: ${reached}`,
    '',
  ].join('\n')
}
