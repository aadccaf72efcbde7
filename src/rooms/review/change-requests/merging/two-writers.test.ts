// Writers who say which revision they read (`base`): what others wrote meanwhile is merged, or the write is refused.
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import { openSpace, page } from '../../../../../test/pages.ts'

const TEXT = 'one\n\ntwo\n\nthree\n'

async function openPage() {
  const space = await openSpace()
  const [made] = await space.write(page('Shared', TEXT), page('Other'))
  const { number, revision } = await space.open()
  const url = `${space.url}/change-requests/${number}`
  const me = space.as(space.admin)
  const send = (...changes: object[]) => me.send('POST', `${url}/content`, { changes })
  const update = (more: object) => ({ operation: 'update_page', page: made.page.id, ...more })
  const body = (markdown: string, base?: string) => update({ document: { markdown }, base })
  return {
    ...space,
    id: made.page.id as string,
    request: url,
    revision: revision as string,
    me,
    send,
    update,
    body,
    now: () => space.text(made.page.id, `${url}/content`),
    seen: () => me.get(`${url}/content/page/${made.page.id}`),
  }
}

describe('two writers on one page', () => {
  it('keep both edits where these are on different lines', async () => {
    const { send, body, revision, now } = await openPage()
    expect((await send(body('ONE\n\ntwo\n\nthree\n', revision))).statusCode).toBe(200)
    expect((await send(body('one\n\ntwo\n\nTHREE\n', revision))).statusCode).toBe(200)
    expect(await now()).toBe('ONE\n\ntwo\n\nTHREE\n')
  })

  it('are told the lines that both changed, and nothing changes', async () => {
    const { send, body, revision, now, id, me, request } = await openPage()
    await send(body('ONE\n\ntwo\n\nthree\n', revision))
    const before = (await me.get(request)).revision
    const refused = await send(body('Uno\n\ntwo\n\nTHREE\n', revision))
    expect(refused.statusCode).toBe(409)
    const { details } = refused.json().error
    expect(details).toMatchObject({
      base: revision,
      revision: before,
      conflicts: [
        {
          kind: 'page',
          id,
          title: 'Shared',
          field: 'body',
          hunks: [{ line: 1, base: 'one\n', ours: 'ONE\n', theirs: 'Uno\n' }],
        },
      ],
    })
    expect(await now()).toBe('ONE\n\ntwo\n\nthree\n')
    expect((await me.get(request)).revision).toBe(before)
  })

  it('keep each field that only one of them changed', async () => {
    const { send, update, revision, seen, id } = await openPage()
    await send(update({ title: 'Renamed', description: 'Old words', base: revision }))
    await send(update({ title: 'Shared', description: 'Old words', icon: 'bolt', base: revision }))
    expect(await seen()).toMatchObject({ title: 'Renamed', icon: 'bolt', description: 'Old words' })
    const refused = await send(update({ title: 'Third', base: revision }))
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.details.conflicts).toEqual([
      { kind: 'page', id, title: 'Shared', field: 'title', base: 'Shared', ours: 'Renamed', theirs: 'Third' },
    ])
  })

  it('do not delete what the other one changed', async () => {
    const { send, body, revision, id, now } = await openPage()
    await send(body('ONE\n', revision))
    const refused = await send({ operation: 'delete_page', page: id, base: revision })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.details.conflicts).toMatchObject([{ kind: 'page', id, field: 'existence' }])
    expect(await now()).toBe('ONE\n')
    const deleted = await send({ operation: 'delete_page', page: id })
    expect(deleted.statusCode, deleted.body).toBe(200)
    expect((await send(body('Late\n', revision))).statusCode).toBe(409)
  })

  it('insert pages and files beside each other, with links between them', async () => {
    const { send, body, revision, id, me, request, titles } = await openPage()
    await send(page('First', 'x', { at: 0, base: revision }))
    const files = [{ name: 'a.txt', base64: 'YQ==', contentType: 'text/plain', ref: 'file' }]
    const sent = await send(
      { operation: 'insert_files', files },
      page('Second', 'y', { ref: 'second', at: 1, base: revision }),
      body('See [it](second).\n', revision),
    )
    expect(sent.statusCode).toBe(200)
    expect(await titles(`${request}/content`)).toBe('First Shared Second Other')
    const { markdown } = await me.get(`${request}/content/page/${id}?format=markdown`)
    expect(markdown).toBe('See [it](second.md).\n')
  })

  it('without a base overwrite, as before', async () => {
    const { send, body, revision, now } = await openPage()
    await send(body('ONE\n', revision))
    await send(body('TWO\n'))
    expect(await now()).toBe('TWO\n')
  })

  it('name a revision of what they edit', async () => {
    const { send, body, revision, open, edit, write, me, url, id, as, creator } = await openPage()
    const other = await open('Elsewhere')
    const { changeRequest } = await edit(other.number, page('New'))
    await write(page('Third'))
    const head = (await me.get(`${url}/content`)).id
    for (const base of [changeRequest.revision, head, '01kx6m2p7hv4n8c1k5z3q9y6ta']) {
      const refused = await send(body('x', base))
      expect([refused.statusCode, refused.json().error.details]).toEqual([
        400,
        { field: 'body.changes.0.base' },
      ])
    }
    const two = await send(body('x', revision), { ...body('y', changeRequest.revision), page: id })
    expect(two.statusCode).toBe(400)
    const stranger = await as(creator).send('POST', `${url}/change-requests/99/content`, {
      changes: [body('x', 'none')],
    })
    expect(stranger.statusCode).toBe(404)
  })

  it('merge on the space itself as well', async () => {
    const { as, admin, url, id, text, body } = await openPage()
    const base = (await as(admin).get(`${url}/content`)).id
    const first = await as(admin).post(`${url}/content`, { changes: [body('ONE\n\ntwo\n\nthree\n', base)] })
    expect(first.revision).toBe((await as(admin).get(`${url}/content`)).id)
    await as(admin).post(`${url}/content`, { changes: [body('one\n\ntwo\n\nTHREE\n', base)] })
    expect(await text(id)).toBe('ONE\n\ntwo\n\nTHREE\n')
    const refused = await as(admin).send('POST', `${url}/content`, { changes: [body('Uno\n', base)] })
    expect(refused.statusCode).toBe(409)
  })

  it('merge documents block by block', async () => {
    const { send, update, body, revision, now, me, request, id } = await openPage()
    const { document } = await me.get(`${request}/content/page/${id}?format=document`)
    const [first, ...rest] = document.nodes
    const leaf = { object: 'text', leaves: [{ object: 'leaf', text: 'Written', marks: [] }] }
    await send(body('one\n\ntwo\n\nTHREE\n', revision))
    const changed = { ...document, nodes: [{ ...first, nodes: [leaf] }, ...rest] }
    const sent = await send(update({ document: { document: changed }, base: revision }))
    expect(sent.statusCode).toBe(200)
    expect(await now()).toBe('Written\n\ntwo\n\nTHREE\n')
  })
})

/** The same numbers every time, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const EDITS = draws(120)

describe('two writers at random', () => {
  it('lose no edit that was acknowledged', async () => {
    const { as, admin, creator, request, url, id, me } = await openPage()
    const written = new Set(['one', 'two', 'three'])
    const removed = new Set<string>()
    /** From what to what a title was changed: a chain in which each is used once. */
    const titles = new Map<string, string>()
    const count = { saved: 0, refused: 0, merged: 0, sent: 0 }

    async function writer(number: number) {
      const roll = dice(number * 7919 + 17)
      const mine = as(number % 2 ? admin : creator)
      while (count.sent < EDITS) {
        const at = count.sent++
        const base = (await mine.get(request)).revision
        const read = await mine.get(`${url}/revisions/${base}/page/${id}?format=markdown`)
        const text: string[] = read.markdown.split('\n').filter(Boolean)
        const place = roll(text.length + 1)
        const gone = roll(3) === 0 ? text.slice(place, place + 1) : []
        const line = `line-${at}`
        text.splice(place, gone.length, line)
        const title = roll(4) === 0 ? `Title ${at}` : read.title
        const changes = [
          {
            operation: 'update_page',
            page: id,
            base,
            title,
            document: { markdown: `${text.join('\n\n')}\n` },
          },
        ]
        const answer = await mine.send('POST', `${request}/content?compat=false`, { changes })
        expect([200, 409], answer.body).toContain(answer.statusCode)
        if (answer.statusCode === 409) {
          count.refused += 1
          continue
        }
        count.saved += 1
        const { parents } = await parentsOf(answer.json().changeRequest.revision)
        if (!parents.includes(base)) count.merged += 1
        for (const old of gone) removed.add(old)
        written.add(line)
        if (title !== read.title) {
          expect(titles.has(read.title)).toBe(false)
          titles.set(read.title, title)
        }
      }
    }

    const parentsOf = (revision: string) => me.get(`${url}/revisions/${revision}`)

    await Promise.all([0, 1].map(writer))
    const final = await me.get(`${request}/content/page/${id}?format=markdown`)
    const found: string[] = final.markdown.split('\n').filter(Boolean)
    expect(found.toSorted()).toEqual([...written].filter((line) => !removed.has(line)).toSorted())
    let title = 'Shared'
    for (let next = titles.get(title); next; next = titles.get(title)) {
      titles.delete(title)
      title = next
    }
    expect([title, titles.size]).toEqual([final.title, 0])
    // A run in which they never met says nothing.
    expect(count.merged).toBeGreaterThan(EDITS / 20)
    expect(count.refused).toBeGreaterThan(0)
    expect(count.saved).toBeGreaterThan(EDITS / 3)
  })
})
