// What content costs on a small and on a large space: the same steps on both, in turns, so that both meet the same
// machine. Medians, since the odd slow answer belongs to the machine.
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './client.js'

const SIZES = [10, 10_000]
const ROUNDS = 25
const AT_ONCE = 50

/** What each step may cost on the large space, as a multiple of the small one. */
const GOALS = { 'open a change request': 1.5, 'edit one page': 1.5, merge: 1.5, 'read one page': 1.5 }
/** The tree of the large space, in milliseconds. */
const TREE_GOAL = 150

export async function measureContent({ url, token, say }) {
  const api = client(url, token)
  const organization = await api('POST', '/v1/orgs', { title: 'Bench of content' })
  const spaces = []
  for (const size of SIZES) {
    say(`filling a space of ${size} pages`)
    spaces.push(await fill(api, organization.id, size))
  }
  const times = spaces.map(() => new Map())
  for (let round = 0; round < ROUNDS + 3; round++) {
    const order = round % 2 ? [0, 1] : [1, 0]
    for (const which of order) {
      const taken = await stepsOn(api, spaces[which], round)
      // The first rounds are for the compiler and the caches.
      if (round >= 3) for (const [step, ms] of taken) push(times[which], step, ms)
    }
  }
  return [...times[0].keys()].map((step) => {
    const [small, large] = times.map((of) => median(of.get(step)))
    return { step, small, large, ratio: large / small, goal: GOALS[step] }
  })
}

function push(map, key, value) {
  map.set(key, [...(map.get(key) ?? []), value])
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** Pages in folders of a hundred. */
async function fill(api, organizationId, size) {
  const space = await api('POST', `/v1/orgs/${organizationId}/spaces`, { title: `Of ${size}` })
  const at = `/v1/spaces/${space.id}`
  const pages = []
  let folder
  while (pages.length < size) {
    const changes = []
    for (let count = 0; count < AT_ONCE && pages.length + count < size; count++) {
      const number = pages.length + count
      const isFolder = number % 100 === 0
      const into = isFolder ? undefined : (folder ?? 'folder')
      const ref = isFolder ? 'folder' : undefined
      if (isFolder) folder = undefined
      changes.push({
        operation: 'insert_page',
        title: `Page ${number}`,
        document: { markdown: text(number) },
        into,
        ref,
      })
    }
    const answer = await api('POST', `${at}/content`, { changes })
    const made = answer.changes.map(({ page }) => page.id)
    const named = answer.changes.find(({ ref }) => ref === 'folder')
    if (named) folder = named.page.id
    pages.push(...made)
  }
  return { at, pages }
}

function text(number, more = '') {
  const paragraphs = Array.from(
    { length: 8 },
    (_, at) => `Paragraph ${at} of page ${number} says what it has to say.`,
  )
  return `## Part one\n\n${paragraphs.join('\n\n')}\n\n## Part two\n\nMore of it.${more}\n`
}

async function stepsOn(api, { at, pages }, round) {
  const taken = []
  const timed = async (step, work) => {
    const before = performance.now()
    const result = await work()
    taken.push([step, performance.now() - before])
    return result
  }
  const [mine, theirs] = [pages[(round * 2 + 1) % pages.length], pages[(round * 2 + 2) % pages.length]]
  const rewrite = (page) => ({
    changes: [{ operation: 'update_page', page, document: { markdown: text(round, ` Round ${round}.`) } }],
  })
  const request = await timed('open a change request', () =>
    api('POST', `${at}/change-requests`, { subject: 'Bench' }),
  )
  const place = `${at}/change-requests/${request.number}`
  await timed('edit one page', () => api('POST', `${place}/content`, rewrite(mine)))
  await timed('list its changes', () => api('GET', `${place}/changes`))
  await api('POST', `${at}/content`, rewrite(theirs))
  await timed('update', () => api('POST', `${place}/update`))
  await timed('merge', () => api('POST', `${place}/merge`))
  await timed('list the history', () => api('GET', `${at}/revisions`))
  await timed('history of one page', () => api('GET', `${at}/content/page/${mine}/revisions`))
  await timed('read one page', () => api('GET', `${at}/content/page/${mine}?format=markdown`))
  await timed('read it as a document', () => api('GET', `${at}/content/page/${mine}?format=document`))
  // Until the answer is there; what a client does with it is its own affair.
  await timed('list the page tree', () => api.text('GET', `${at}/content/pages`))
  await timed('duplicate the space', () => api('POST', `${at}/duplicate`))
  await sleep(20)
  return taken
}

export function describeContent(rows) {
  const lines = [
    '',
    `Content, medians of ${ROUNDS} in milliseconds`,
    '  step                      10 pages   10,000 pages   ratio   goal',
  ]
  for (const { step, small, large, ratio, goal } of rows) {
    const isTree = step === 'list the page tree'
    const isReached = isTree ? large < TREE_GOAL : ratio <= goal
    const aim = isTree ? `< ${TREE_GOAL} ms` : goal
    const told = aim === undefined ? '' : `${aim} ${isReached ? 'reached' : 'MISSED'}`
    lines.push(
      `  ${step.padEnd(24)} ${small.toFixed(1).padStart(9)} ${large.toFixed(1).padStart(14)} ${ratio.toFixed(2).padStart(7)}   ${told}`,
    )
  }
  return lines.join('\n')
}
