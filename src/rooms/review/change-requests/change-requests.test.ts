import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'

describe('a change request', () => {
  it('starts as a draft with what readers see, and its number opens it like its id', async () => {
    const { as, admin, url, open, space } = await openSpace()
    const made = await open('First')
    expect(made).toMatchObject({
      number: 1,
      status: 'draft',
      subject: 'First',
      space: space.id,
      outdated: false,
      revision: space.revision,
      revisionInitial: space.revision,
      createdBy: { id: admin.id },
    })
    expect(await as(admin).get(`${url}/change-requests/1`)).toEqual(made)
    expect((await as(admin).get(url)).changeRequestsDraft).toBe(1)
  })

  it('holds edits apart until it is merged', async () => {
    const { as, admin, url, open, edit, merge, titles, text } = await openSpace()
    await open()
    const { changes } = await edit(1, page('Install'), page('Use'))
    const [install] = changes
    expect(await titles()).toBe('')
    expect(await titles(`${url}/change-requests/1/content`)).toBe('Install Use')
    const merged = await merge(1)
    expect(merged.result).toBe('merge')
    expect(await titles()).toBe('Install Use')
    expect(await text(install.page.id)).toBe('About Install.')
    const request = await as(admin).get(`${url}/change-requests/1`)
    expect(request).toMatchObject({ status: 'merged', revisionMerged: merged.revision })
    expect(await as(admin).get(`${url}/content`)).toMatchObject({
      id: merged.revision,
      type: 'merge',
      mergedFrom: { number: 1 },
    })
    await as(admin).post(`${url}/change-requests/1/merge`, undefined, 409)
    await as(admin).patch(`${url}/change-requests/1`, { status: 'open' }, 409)
    expect(await as(admin).get(url)).toMatchObject({
      changeRequests: 1,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      revision: merged.revision,
    })
  })

  it('merges what others changed on other pages, fields and lines', async () => {
    const { url, write, open, edit, merge, text, titles } = await openSpace()
    const [{ page: a }, { page: b }] = await write(page('A', 'one\n\ntwo\n\nthree\n'), page('B'))
    await open()
    await open()
    await edit(1, { operation: 'update_page', page: a.id, document: { markdown: 'ONE\n\ntwo\n\nthree\n' } })
    await edit(2, { operation: 'update_page', page: a.id, document: { markdown: 'one\n\ntwo\n\nTHREE\n' } })
    await edit(2, { operation: 'update_page', page: b.id, title: 'Bee' }, page('C'))
    expect((await merge(1)).result).toBe('merge')
    expect((await merge(2)).result).toBe('merge')
    expect(await text(a.id)).toBe('ONE\n\ntwo\n\nTHREE\n')
    expect(await titles()).toBe('A Bee C')
    expect(await titles(`${url}/change-requests/2/content`)).toBe('A Bee C')
  })

  it('tells conflicts, keeps both sides, and is merged when they are resolved', async () => {
    const { as, admin, url, write, open, edit, merge, pull, text } = await openSpace()
    const [{ page: a }] = await write(page('A', 'one\n'))
    await open()
    await edit(1, { operation: 'update_page', page: a.id, title: 'Mine', document: { markdown: 'mine\n' } })
    await write({ operation: 'update_page', page: a.id, document: { markdown: 'theirs\n' } }, page('New'))
    const before = await as(admin).get(`${url}/change-requests/1`)
    expect(before.outdated).toBe(true)
    expect(await merge(1)).toEqual({ result: 'conflicts', revision: before.revision })
    expect(await text(a.id)).toBe('theirs\n')
    const conflict = {
      kind: 'page',
      id: a.id,
      field: 'body',
      base: 'one\n',
      ours: 'mine\n',
      theirs: 'theirs\n',
    }
    const { items } = await as(admin).get(`${url}/change-requests/1/conflicts`)
    expect(items).toMatchObject([{ ...conflict, isPulled: false }])

    expect((await pull(1)).result).toBe('conflicts')
    const pulled = await as(admin).get(`${url}/change-requests/1`)
    expect(pulled).toMatchObject({ outdated: false, status: 'draft' })
    expect(pulled.revisionMergedAncestor).toBe((await as(admin).get(url)).revision)
    const waiting = await as(admin).get(`${url}/change-requests/1/conflicts`)
    expect(waiting.items).toMatchObject([{ ...conflict, isPulled: true }])
    expect((await merge(1)).result).toBe('conflicts')

    await edit(1, { operation: 'update_page', page: a.id, document: { markdown: 'both\n' } })
    expect((await as(admin).get(`${url}/change-requests/1/conflicts`)).items).toEqual([])
    expect((await merge(1)).result).toBe('merge')
    expect(await text(a.id)).toBe('both\n')
  })

  it('lets a side be chosen', async () => {
    const { as, admin, url, write, open, edit, merge, pull, text, titles } = await openSpace()
    const [{ page: a }, { page: b }] = await write(page('A', 'one\n'), page('B'))
    await open()
    await edit(
      1,
      { operation: 'update_page', page: a.id, document: { markdown: 'mine\n' } },
      { operation: 'update_page', page: b.id, title: 'Mine' },
    )
    await write(
      { operation: 'update_page', page: a.id, document: { markdown: 'theirs\n' } },
      { operation: 'update_page', page: b.id, title: 'Theirs' },
    )
    await pull(1)
    const resolve = `${url}/change-requests/1/conflicts/resolve`
    await as(admin).post(resolve, { kind: 'page', id: a.id, choose: 'theirs' }, 204)
    await as(admin).post(resolve, { kind: 'page', id: b.id, choose: 'ours' }, 204)
    await as(admin).post(resolve, { kind: 'page', id: b.id, choose: 'ours' }, 404)
    expect((await merge(1)).result).toBe('merge')
    expect(await text(a.id)).toBe('theirs\n')
    expect(await titles()).toBe('A Mine')
  })

  it('gives numbers without gaps or repeats, however many open one at once', async () => {
    const { as, admin, url, open } = await openSpace()
    const made = await Promise.all(Array.from({ length: 12 }, () => open()))
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    )
    await Promise.all(
      made
        .slice(0, 6)
        .map(({ number }) => as(admin).patch(`${url}/change-requests/${number}`, { status: 'open' })),
    )
    await Promise.all(
      made
        .slice(4, 8)
        .map(({ number }) => as(admin).patch(`${url}/change-requests/${number}`, { status: 'archived' })),
    )
    expect(await as(admin).get(url)).toMatchObject({
      changeRequests: 12,
      changeRequestsOpen: 4,
      changeRequestsDraft: 4,
    })
    const list = await as(admin).get(`${url}/change-requests?limit=3`)
    expect(list.items.map(({ status }: { status: string }) => status)).toEqual(['open', 'open', 'open'])
    const rest = await as(admin).get(`${url}/change-requests?limit=3&page=${list.next.page}`)
    expect(rest.count).toBe(1)
  })

  it('is opened by asking for reviews', async () => {
    const { as, admin, reviewer, stranger, url, open } = await openSpace()
    await open()
    const reviewers = `${url}/change-requests/1/requested-reviewers`
    await as(admin).post(reviewers, { users: [stranger.id] }, 400)
    const asked = await as(admin).post(reviewers, { users: [reviewer.id], subject: 'Please look' })
    expect(asked.users).toMatchObject([
      { kind: 'user', user: { id: reviewer.id }, requestedBy: { id: admin.id } },
    ])
    expect(await as(admin).get(`${url}/change-requests/1`)).toMatchObject({
      status: 'open',
      subject: 'Please look',
    })
    expect((await as(admin).get(reviewers)).count).toBe(1)
    await as(admin).delete(`${reviewers}/${reviewer.id}`, 205)
    await as(admin).delete(`${reviewers}/${reviewer.id}`, 204)
  })

  it('obeys the merge rules of its space or organization', async () => {
    const { as, admin, reviewer, url, organization, open, edit } = await openSpace()
    await open('')
    await edit(1, page('A'))
    const rules = (...names: object[]) => ({ mergeRules: { type: 'rules', rules: names } })
    await as(admin).patch(
      organization.url,
      rules({ rule: 'require_change_request_subject' }, { rule: 'require_at_least_one_review' }),
    )
    const refused = await as(admin).post(`${url}/change-requests/1/merge`, undefined, 409)
    expect(refused.error.details.rules).toEqual([
      'require_change_request_subject',
      'require_at_least_one_review',
    ])
    await as(admin).patch(url, rules({ rule: 'require_one_of_specific_reviewers', users: [reviewer.id] }))
    await as(admin).post(`${url}/change-requests/1/merge`, undefined, 409)
    await as(admin).patch(
      url,
      rules(
        { rule: 'require_one_of_specific_reviewers', users: [reviewer.id] },
        { rule: 'allow_bypass', users: [admin.id] },
      ),
    )
    expect((await as(admin).post(`${url}/change-requests/1/merge`)).result).toBe('merge')
  })

  it('says what it changes, in words of people', async () => {
    const { as, admin, url, write, open, edit, merge } = await openSpace()
    const [{ page: a }, { page: b }, { page: c }] = await write(page('A'), page('B'), page('C'))
    await open()
    await edit(
      1,
      { operation: 'update_page', page: a.id, title: 'Aa', document: { markdown: 'x' } },
      { operation: 'update_page', page: b.id, into: a.id },
      { operation: 'delete_page', page: c.id },
      page('D'),
    )
    const { changes, more } = await as(admin).get(`${url}/change-requests/1/changes`)
    expect(more).toBeUndefined()
    expect(changes).toHaveLength(4)
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'page_edited',
          page: { id: a.id, type: 'document', title: 'Aa', path: 'a' },
          attributes: {
            title: { before: 'A', after: 'Aa' },
            document: { before: expect.any(String), after: expect.any(String) },
          },
        }),
        expect.objectContaining({ type: 'page_moved', page: expect.objectContaining({ path: 'a/b' }) }),
        expect.objectContaining({ type: 'page_deleted', page: expect.objectContaining({ title: 'C' }) }),
        expect.objectContaining({ type: 'page_created', page: expect.objectContaining({ title: 'D' }) }),
      ]),
    )
    expect(await as(admin).get(`${url}/change-requests/1/changes?limit=3`)).toMatchObject({ more: 1 })
    const { revision } = await merge(1)
    const merged = await as(admin).get(`${url}/revisions/${revision}/changes`)
    expect(merged.changes).toEqual(changes)
    expect(merged.mergedFrom.number).toBe(1)
  })

  it('knows who worked on it', async () => {
    const { as, admin, editor, url, open } = await openSpace()
    await open()
    for (const person of [admin, editor, editor])
      await as(person).post(`${url}/change-requests/1/content`, { changes: [page('P')] })
    const { items } = await as(admin).get(`${url}/change-requests/1/contributors`)
    expect(items.map(({ user, count }: { user: { id: string }; count: number }) => [user.id, count])).toEqual(
      expect.arrayContaining([
        [editor.id, 2],
        [admin.id, 1],
      ]),
    )
    await as(admin).patch(`${url}/change-requests/1`, { status: 'open' })
    expect((await as(admin).get(`${url}/change-requests?contributor=${editor.id}`)).count).toBe(1)
    expect((await as(admin).get(`${url}/change-requests?creator=${editor.id}`)).count).toBe(0)
  })
})

describe('content that is locked', () => {
  it('refuses edits, merges and updates', async () => {
    const { as, admin, url, open, edit } = await openSpace()
    await open()
    await edit(1, page('A'))
    await as(admin).patch(url, { editMode: 'locked' })
    await as(admin).post(`${url}/content`, { changes: [page('B')] }, 409)
    await as(admin).post(`${url}/change-requests/1/content`, { changes: [page('B')] }, 409)
    await as(admin).post(`${url}/change-requests/1/merge`, undefined, 409)
    await as(admin).post(`${url}/change-requests/1/update`, undefined, 409)
    await as(admin).patch(url, { editMode: 'live' })
    expect((await as(admin).post(`${url}/change-requests/1/merge`)).result).toBe('merge')
  })
})
