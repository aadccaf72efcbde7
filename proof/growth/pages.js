// What everyday work costs in a space of so many pages.
import { rowsOf, takeTurns } from './turns.js'

const AT_ONCE = 50
const PAGES_A_FOLDER = 100

/** Rows of steps, one column for each size. */
export async function growPages({ api, organization, sizes, say }) {
  const spaces = []
  for (const size of sizes) {
    say(`filling a space of ${size} pages`)
    spaces.push(await fill(api, organization, size))
  }
  const times = await takeTurns({
    of: spaces,
    work: (space, round, timed) => workOn(api, space, round, timed),
    say,
  })
  return rowsOf('in a space of … pages, ms', sizes, times)
}

/** Pages in folders, and folders of these in folders. */
async function fill(api, organization, size) {
  const { id } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: `Of ${size}` })
  const at = `/v1/spaces/${id}`
  const pages = []
  let shelf
  while (pages.length < size) {
    const isNewShelf = pages.length % PAGES_A_FOLDER ** 2 === 0 && size > PAGES_A_FOLDER ** 2
    if (isNewShelf)
      shelf = (await insert(api, at, [{ title: `Shelf ${pages.length}`, document: page(0) }]))[0]
    const [folder] = await insert(api, at, [
      { title: `Folder ${pages.length}`, document: page(0), into: shelf },
    ])
    pages.push(folder)
    const last = Math.min(pages.length + PAGES_A_FOLDER - 1, size)
    while (pages.length < last) {
      const count = Math.min(AT_ONCE, last - pages.length)
      const batch = Array.from({ length: count }, (_, which) => ({
        title: `Page ${pages.length + which}`,
        document: page(pages.length + which),
        into: folder,
      }))
      pages.push(...(await insert(api, at, batch)))
    }
  }
  return { at, pages }
}

async function insert(api, at, pages) {
  const changes = pages.map((page) => ({ operation: 'insert_page', ...page }))
  const answer = await api('POST', `${at}/content`, { changes })
  return answer.changes.map(({ page }) => page.id)
}

function page(number, more = '') {
  const paragraphs = Array.from(
    { length: 8 },
    (_, at) => `Paragraph ${at} of page ${number} says what it has to say.`,
  )
  return { markdown: `## Part one\n\n${paragraphs.join('\n\n')}\n\n## Part two\n\nMore of it.${more}\n` }
}

async function workOn(api, { at, pages }, round, timed) {
  const [mine, theirs] = [pages[(round * 2 + 1) % pages.length], pages[(round * 2 + 2) % pages.length]]
  const rewrite = (id) => ({
    changes: [{ operation: 'update_page', page: id, document: page(round, ` Round ${round}.`) }],
  })
  const request = await timed('open a change request', () =>
    api('POST', `${at}/change-requests`, { subject: 'Growth' }),
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
  await timed('search', () => api('GET', `${at}/search?query=round+${round}`))
  await timed('comment', () => api('POST', `${at}/comments`, { page: mine, body: { markdown: 'Why?' } }))
  await timed('list all pages', () => api.text('GET', `${at}/content/pages`))
}
