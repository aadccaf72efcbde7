// What a search over all that somebody may read costs follows from what is found, not from how much they may read.
import { expect, it } from 'vitest'
import { askedDuring } from '../../../../test/measures/statements.ts'
import { spaceMaker } from '../../../../test/pages.ts'
import { openShelf } from '../../../../test/shelf.ts'

const SMALL = 6
const LARGE = 60
/** Spaces that say something which the others do not. */
const RARE = 3

/** Spaces that have many words in common, and few have others. */
async function openSpaces(count: number) {
  const opened = await openShelf()
  const { as, admin, guest, organization, drain } = opened
  const make = spaceMaker(as(admin), organization)
  const made: { id: string }[] = []
  for (let at = 0; at < count; at += 1) {
    const markdown = `Ships come to the harbour.\n\n${at < RARE ? 'A bluethroat sings at dusk.' : 'Nothing.'}`
    made.push(await make(`Space ${at}`, { operation: 'insert_page', title: 'Page', document: { markdown } }))
  }
  await drain()
  const [first] = made
  await as(admin).post(`/v1/spaces/${first?.id}/permissions`, { users: [guest.id], role: 'read' }, 204)
  return opened
}

async function costsOf(count: number) {
  const { admin, guest, as, ask, organization } = await openSpaces(count)
  const { url } = organization
  const searches = {
    'a word': () => ask('bluethroat', url),
    'words of which one is rare': () => ask('harbour bluethroat', url),
    'a beginning': () => ask('blueth', url),
    'a word with an error': () => ask('bluethraot', url),
    'a word that is nowhere': () => ask('wryneck', url),
    'a word that is everywhere, of a guest': () => ask('harbour', url, guest),
    'by name': () => as(admin).get('/v1/user/find?query=bluethroat'),
  }
  const costs: Record<string, object> = {}
  for (const [name, search] of Object.entries(searches)) {
    // What is kept in memory is there for both.
    const { items } = await search()
    costs[name] = { found: items.length, ...(await askedDuring(search)) }
  }
  return costs
}

it('costs the same with few spaces and with many', async () => {
  const few = await costsOf(SMALL)
  expect(few).toMatchObject({
    'a word': { found: RARE },
    'words of which one is rare': { found: RARE },
    'a beginning': { found: RARE },
    'a word with an error': { found: RARE },
    'a word that is nowhere': { found: 0 },
    'a word that is everywhere, of a guest': { found: 1 },
    'by name': { found: RARE },
  })
  expect(await costsOf(LARGE)).toEqual(few)
})
