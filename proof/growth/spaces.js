// What everyday work costs in an organization of so many spaces, and on a site of so many.
import { rowsOf, takeTurns } from './turns.js'

/** As many as a new site may name at once. */
const AT_ONCE = 100

export async function growSpaces({ api, sizes, say }) {
  const organizations = []
  for (const size of sizes) {
    say(`filling an organization of ${size} spaces`)
    organizations.push(await fillOrganization(api, size))
  }
  const times = await takeTurns({ of: organizations, work: (at, _, timed) => workIn(api, at, timed), say })
  return rowsOf('in an organization of … spaces, ms', sizes, times)
}

async function fillOrganization(api, size) {
  const { id } = await api('POST', '/v1/orgs', { title: `Of ${size}` })
  const at = `/v1/orgs/${id}`
  for (let made = 0; made < size; made++) {
    const space = await api('POST', `${at}/spaces`, { title: `Space ${made}` })
    await api('POST', `/v1/spaces/${space.id}/content`, { changes: [pageOf(made)] })
  }
  // Who searches what was written a moment ago waits for the index, and that is not what is measured.
  while ((await api('GET', `${at}/search?query=space`)).outdated);
  return at
}

/** In letters: digits would be words of their own. None is the beginning of another. */
function wordOf(number) {
  const letters = [...String(number)].map((digit) => 'abcdefghij'[digit])
  return `${letters.join('')}ending`
}

/** Each has words that all have, and one that no other has. */
function pageOf(number) {
  const markdown = `This space says what it has to say, and names only${wordOf(number)}.`
  return { operation: 'insert_page', title: `Start of ${number}`, document: { markdown } }
}

async function workIn(api, at, timed) {
  const space = await timed('create a space', () => api('POST', `${at}/spaces`, { title: 'One more' }))
  await timed('read it', () => api('GET', `/v1/spaces/${space.id}`))
  await timed('list 50 spaces', () => api('GET', `${at}/spaces?limit=50`))
  await timed('search what all spaces have', () => api('GET', `${at}/search?query=space`))
  await timed('search what one space has', () => api('GET', `${at}/search?query=only${wordOf(7)}`))
  await timed('list what happened', () => api('GET', `${at}/events?limit=50`))
  await timed('delete it', () => api('DELETE', `/v1/spaces/${space.id}`))
}

export async function growSites({ api, url, sizes, say }) {
  const sites = []
  for (const size of sizes) {
    say(`filling a site of ${size} spaces`)
    sites.push(await makeSite(api, size))
  }
  const times = await takeTurns({
    of: sites,
    work: (site, round, timed) => visit({ api, url, site, round }, timed),
    say,
  })
  return rowsOf('on a site of … spaces, ms', sizes, times)
}

async function makeSite(api, size) {
  const { id } = await api('POST', '/v1/orgs', { title: `Site of ${size}` })
  const at = `/v1/orgs/${id}`
  const spaces = []
  for (let number = 0; number < size; number++)
    spaces.push((await api('POST', `${at}/spaces`, { title: `Space ${number}` })).id)
  const changes = ['Start', 'Next'].map((title) => ({
    operation: 'insert_page',
    title,
    document: { markdown: `Text of ${title}.` },
  }))
  await api('POST', `/v1/spaces/${spaces[0]}/content`, { changes })
  const site = await api('POST', `${at}/sites`, { title: 'Docs', spaces: spaces.slice(0, AT_ONCE) })
  const place = `${at}/sites/${site.id}`
  for (const spaceId of spaces.slice(AT_ONCE)) await api('POST', `${place}/site-spaces`, { spaceId })
  const { urls } = await api('POST', `${place}/publish`)
  return { at: place, space: spaces[0], home: new URL(urls.published).pathname }
}

async function visit({ api, url, site: { at, space, home }, round }, timed) {
  const read = async () => {
    const answer = await fetch(url + home)
    if (!answer.ok) throw new Error(`${home} answered ${answer.status}`)
    return answer.text()
  }
  await timed('read a page again', read)
  const changes = [{ operation: 'insert_page', title: `Page ${round}`, document: { markdown: 'New.' } }]
  await api('POST', `/v1/spaces/${space}/content`, { changes })
  await timed('read it after an edit', read)
  await timed('read the structure', () => api('GET', `${at}/structure`))
  await api('PATCH', at, { title: `Docs ${round}` })
  await timed('read it after a change of the site', read)
}
