import { describe, expect, it } from 'vitest'
import { ids, openTalk } from '../../../../test/talk.ts'

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

async function openPlaces() {
  const talk = await openTalk()
  const { as, admin, url, openChangeRequest } = talk
  const changeRequest = await openChangeRequest()
  const open = async (at: string) => (await as(admin).get(at)).comments
  return { ...talk, changeRequest, places: [url, changeRequest.url], open }
}

describe('the count of open comments', () => {
  it('follows what happens to comments, one place apart from the other', async () => {
    const { as, admin, places, open, say } = await openPlaces()
    for (const at of places) {
      expect(await open(at)).toBe(0)
      const [one, two] = [await say(admin, 'One', at), await say(admin, 'Two', at)]
      expect(await open(at)).toBe(2)
      const put = (resolved: boolean) => as(admin).put(`${at}/comments/${one.id}`, { resolved }, 200)
      await put(true)
      await put(true)
      expect(await open(at)).toBe(1)
      await put(false)
      await put(false)
      expect(await open(at)).toBe(2)
      await put(true)
      await as(admin).delete(`${at}/comments/${one.id}`, 205)
      expect(await open(at)).toBe(1)
      await as(admin).delete(`${at}/comments/${two.id}`, 205)
      await as(admin).delete(`${at}/comments/${two.id}`, 204)
      expect(await open(at)).toBe(0)
    }
  })

  it('is true after many post, resolve, reopen and delete at once', async () => {
    const { as, admin, editor, places, open, say } = await openPlaces()
    for (const at of places) {
      const made = await Promise.all(times(12, (n) => say(n % 2 ? admin : editor, `No. ${n}`, at)))
      expect(await open(at)).toBe(12)
      const responses = await Promise.all(
        made.flatMap(({ id }, n) => {
          const url = `${at}/comments/${id}`
          if (n % 3 === 0) return times(3, () => as(admin).send('PUT', url, { resolved: true }))
          if (n % 3 === 1) return times(3, () => as(admin).send('DELETE', url))
          return [as(admin).send('PUT', url, { resolved: true }), as(admin).send('DELETE', url)]
        }),
      )
      for (const { statusCode } of responses) expect([200, 204, 205, 404]).toContain(statusCode)
      expect(await open(at)).toBe((await as(admin).get(`${at}/comments?status=open&limit=100`)).count)
      await Promise.all(
        made.map(({ id }, n) => as(admin).send('PUT', `${at}/comments/${id}`, { resolved: n % 2 === 0 })),
      )
      expect(await open(at)).toBe((await as(admin).get(`${at}/comments?status=open&limit=100`)).count)
    }
  })

  it('is not undone by edits and merges that go on meanwhile', async () => {
    const { as, admin, changeRequest, open, say, insertPage, url } = await openPlaces()
    const update = () => as(admin).patch(changeRequest.url, { subject: 'Renamed' }, 200)
    await Promise.all([
      ...times(5, () => say(admin, 'x', changeRequest.url)),
      ...times(5, () => say(admin, 'x')),
      insertPage('One', 'Text', changeRequest.url),
      insertPage('Two', 'Text'),
      update(),
      update(),
    ])
    expect(await open(changeRequest.url)).toBe(5)
    expect(await open(url)).toBe(5)
  })
})

describe('a list of comments, page by page', () => {
  for (const order of ['asc', 'desc'])
    it(`neither skips nor repeats while others write, ${order}`, async () => {
      const { as, admin, editor, url, say } = await openPlaces()
      const before = ids({ items: await Promise.all(times(9, (n) => say(admin, `No. ${n}`))) })
      const doomed = before[4] ?? ''
      const seen: string[] = []
      let page = ''
      let writing: Promise<unknown>[] = []
      for (;;) {
        const list = await as(admin).get(`${url}/comments?order=${order}&limit=2${page}`)
        seen.push(...ids(list))
        if (!list.next || seen.length > 100) break
        page = `&page=${encodeURIComponent(list.next.page)}`
        if (writing.length === 0)
          writing = [
            ...times(4, (n) => say(editor, `Meanwhile ${n}`)),
            as(admin).delete(`${url}/comments/${doomed}`, 205),
          ]
        await Promise.all(writing)
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toEqual(order === 'asc' ? seen.toSorted() : seen.toSorted().reverse())
      for (const id of before) if (id !== doomed) expect(seen).toContain(id)
      expect(seen.length).toBeGreaterThanOrEqual(order === 'asc' ? 12 : 8)
    })

  it('never shows a comment behind a cursor that was given out before', async () => {
    const { as, admin, editor, url, say } = await openPlaces()
    const seen: string[] = []
    const posting = Promise.all(times(20, (n) => say(n % 2 ? admin : editor, `No. ${n}`)))
    let isOver = false
    posting.then(() => {
      isOver = true
    })
    let last = ''
    // Follows the end of the list as a client that watches would: only what comes later than the last one it saw.
    for (let isLastRound = false; !isLastRound; ) {
      isLastRound = isOver
      const { items } = await as(admin).get(`${url}/comments?order=asc&limit=1000`)
      const fresh = ids({ items }).filter((id) => id > last)
      seen.push(...fresh)
      last = fresh.at(-1) ?? last
    }
    expect(seen.toSorted()).toEqual(ids({ items: await posting }).toSorted())
  })

  it('takes a cursor only for the list and filters that it came from', async () => {
    const { as, admin, url, say, changeRequest } = await openPlaces()
    for (const text of ['a', 'b', 'c']) await say(admin, text)
    const { next } = await as(admin).get(`${url}/comments?limit=1`)
    const page = encodeURIComponent(next.page)
    expect((await as(admin).get(`${url}/comments?limit=5&page=${page}`)).count).toBe(2)
    await as(admin).get(`${url}/comments?limit=1&status=open&page=${page}`, 400)
    await as(admin).get(`${url}/comments?limit=1&authors=${admin.id}&page=${page}`, 400)
    await as(admin).get(`${changeRequest.url}/comments?limit=1&page=${page}`, 400)
  })
})
