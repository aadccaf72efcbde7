import { describe, expect, it } from 'vitest'
import { comparable, type Packed, packed, unpack } from '../../../test/archives.ts'
import type { Answer, clientFor } from '../../../test/counterparts/client.ts'
import { openSpace, page } from '../../../test/pages.ts'
import { openSyncedSpace } from '../../../test/repositories.ts'
import { buildTestServices, furnish } from '../../../test/services.ts'
import { makeDemo } from '../../demo/demo.ts'
import { MOST_LEVELS } from '../../engines/content/draft/depth.ts'
import { deleteDeadNodes } from '../../rooms/content/spaces/revisions/store.ts'
import { createUser, requireUser } from '../../rooms/people/identity/users.ts'
import type { Services } from '../../services.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Texts that a file with a heading above them does not hold as they are. */
const TRICKY = [
  'No line end',
  'One line end\n',
  'Three\n\n\n',
  '\n\nBlank lines first',
  '---\na: b\n---\n\nLooks like a head\n',
  '# A heading\n\nLike a title\n',
  'Windows\r\nlines\r\n',
  '',
  '\ufeffMarked\n',
  '中文 עברית 🎉\n',
]

type Space = Awaited<ReturnType<typeof openSpace>>

const firstId = (made: Answer[]): string => made[0].page.id

/** A space that has one of everything. */
async function furnishedSpace() {
  const h = await openSpace()
  const { as, admin, editor, reviewer, commenter, url, write } = h
  const group = firstId(
    await write(
      { operation: 'insert_page', type: 'group', title: 'Basics' },
      page('Welcome', 'Hello *you*.'),
    ),
  )
  const parent = firstId(
    await write(page('Guide', 'See [welcome](../welcome.md).', { into: group, emoji: '🎈' })),
  )
  const child = firstId(
    await write(
      page('Deep', 'Text\n', { into: parent, description: 'A "quoted" one', icon: 'gear', hidden: true }),
    ),
  )
  await write(
    ...TRICKY.map((text, at) => page(`Tricky ${at}`, text || '\n', { slug: `t-${at}` })),
    { operation: 'insert_page', type: 'link', title: 'Status', url: 'https://status.example.org' },
    page('Same', 'a'),
    page('Same', 'b', { noIndex: true, condition: 'visitor.claims.beta' }),
    { operation: 'insert_files', files: [{ name: 'my dot.png', base64: PIXEL, contentType: 'image/png' }] },
  )
  const say = (who: typeof admin, at: string, body: object) => as(who).post(`${at}/comments`, body)
  const { id: comment } = await say(commenter, url, { body: { markdown: 'Why?' }, page: child })
  await as(editor).post(`${url}/comments/${comment}/replies`, { body: { markdown: 'Because.' } })
  await as(editor).put(`${url}/comments/${comment}`, { addedReactions: ['🎉', '1f680'] })
  await as(admin).put(`${url}/comments/${comment}`, { addedReactions: ['🎉'] })
  const { id: settled } = await say(editor, url, { body: { markdown: 'Settled' } })
  await as(admin).put(`${url}/comments/${settled}`, { resolved: true })
  await proposals(h, { parent, child, group })
  await as(commenter).put(`${url}/comments/${comment}`, { body: { markdown: 'Why, please?' } })
  return { ...h, parent, child, group, editor, reviewer }
}

async function proposals(h: Space, { parent, child }: Record<string, string>) {
  const { as, admin, editor, reviewer, url, open, edit, write, pull, merge } = h
  const at = (number: number) => `${url}/change-requests/${number}`
  await open('Merged')
  await edit(1, page('From a change request'))
  await as(reviewer).post(`${at(1)}/reviews`, { status: 'approved', comment: { markdown: 'Fine' } }, 201)
  await merge(1)
  await open('In conflict')
  await edit(2, { operation: 'update_page', page: child, document: { markdown: 'Ours\n' }, title: 'Deeper' })
  await write({ operation: 'update_page', page: child, document: { markdown: 'Theirs\n' }, title: 'Deepest' })
  await pull(2)
  await open('Under review')
  await edit(3, page('Proposed', 'New', { into: parent, at: 0 }), {
    operation: 'insert_files',
    files: [{ name: 'new.txt', base64: 'bmV3', contentType: 'text/plain' }],
  })
  await as(admin).patch(at(3), { status: 'open', description: { object: 'document', data: {}, nodes: [] } })
  await as(admin).post(`${at(3)}/requested-reviewers`, { users: [reviewer.id, editor.id] })
  await as(reviewer).post(`${at(3)}/reviews`, { status: 'changes-requested' }, 201)
  await edit(3, { operation: 'update_page', page: parent, title: 'The guide' })
  await as(reviewer).post(`${at(3)}/reviews`, { status: 'approved', comment: { markdown: 'Now' } }, 201)
  await as(editor).post(`${at(3)}/comments`, { body: { markdown: 'About it' }, page: parent })
  await open('Archived')
  await edit(4, { operation: 'delete_page', page: parent })
  await as(admin).patch(at(4), { status: 'archived' })
  await write(page('Later'), { operation: 'update_page', page: child, into: null, at: 0 })
  await open('Empty')
  await open('Not pulled')
  await edit(6, { operation: 'update_page', page: child, document: { markdown: 'Mine\n' } })
  await write({ operation: 'update_page', page: child, document: { markdown: 'Yours\n' } })
}

/** A root without the texts of the repository: those of an archive are brought up to date. */
async function contentIn(db: Services['database']['db'], root: string | null) {
  const { bytes } = await db
    .selectFrom('nodes')
    .select('bytes')
    .where('hash', '=', root ?? '')
    .executeTakeFirstOrThrow()
  const { kept: _, ...content } = JSON.parse(bytes.toString().slice(1))
  return content
}

/** All that can be read of a space, under names instead of ids that differ. */
async function seen(services: Services, as: ReturnType<typeof clientFor>, spaceId: string) {
  const url = `/v1/spaces/${spaceId}`
  const all: Record<string, unknown> = {}
  const names = new Map([[spaceId, 'SPACE']])
  const { organizationId } = await services.database.db
    .selectFrom('spaces')
    .select('organizationId')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  names.set(organizationId, 'ORG')
  const get = async (path: string) => {
    all[path] = await as.get(`${url}${path}`)
    return all[path] as Answer
  }
  const spaces = await services.database.db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
    .select(['root', 'comments', 'changeRequests', 'changeRequestsOpen', 'changeRequestsDraft'])
    .select([
      'lastChangeRequest',
      'visibility',
      'editMode',
      'emoji',
      'language',
      'defaultLevel',
      'mergeRules',
    ])
    .where('spaces.id', '=', spaceId)
    .execute()
  const { db } = services.database
  all.roots = await Promise.all(
    spaces.map(async (space) => ({ ...space, root: await contentIn(db, space.root) })),
  )
  const rows = await services.database.db
    .selectFrom('changeRequests')
    .innerJoin('revisions', 'revisions.id', 'changeRequests.revisionId')
    .innerJoin('revisions as base', 'base.id', 'changeRequests.revisionAncestor')
    .select(['changeRequests.id', 'number', 'status', 'revisions.root', 'base.root as baseRoot', 'comments'])
    .where('changeRequests.spaceId', '=', spaceId)
    .orderBy('number')
    .execute()
  all.changeRequestRoots = await Promise.all(
    rows.map(async ({ id: _, root, baseRoot, ...row }) =>
      // What was merged is history.
      row.status === 'merged'
        ? row
        : { ...row, root: await contentIn(db, root), baseRoot: await contentIn(db, baseRoot) },
    ),
  )
  for (const { id, number } of rows) names.set(id, `CR${number}`)
  await get('/content/pages')
  await get('/content')
  const places = ['', ...rows.map(({ number }) => `/change-requests/${number}`)]
  for (const place of places) {
    for (const { id } of (await get(`${place}/comments?status=all&limit=1000`)).items)
      await get(`${place}/comments/${id}/replies`)
    if (place === '') continue
    await get(place)
    await get(`${place}/conflicts`)
    for (const review of (await get(`${place}/reviews`)).items) names.set(review.id, `R${names.size}`)
    await get(`${place}/requested-reviewers`)
    await get(`${place}/contributors`)
    if (all[place] && (all[place] as Answer).status !== 'merged') await get(`${place}/changes`)
  }
  let text = JSON.stringify(all, (key, value) =>
    /^(revision|token|downloadURL|preview$)/.test(key) || value?.object === 'revision' ? undefined : value,
  )
  // A document's id is proof of where it was read, which is another space.
  text = text.replaceAll(/("[\w-]{43}\.\w{26})\.[\w-]{22}"/g, '$1"')
  for (const [id, name] of names) text = text.replaceAll(id, name)
  return JSON.parse(text)
}

async function takeAlong(h: Space, spaceId = h.space.id) {
  const files = await packed(h.services, spaceId)
  const made = await unpack(h.services, h.admin, files, { organizationId: h.organization.id })
  return { files, made, id: made.space.id }
}

describe('a space that is exported and imported', () => {
  it('is the same: content to the byte, comments, change requests with their conflicts', async () => {
    const h = await furnishedSpace()
    await h
      .as(h.admin)
      .patch(h.url, { visibility: 'unlisted', language: 'fr', emoji: '🦊', defaultLevel: 'edit' })
    const { made, id, files } = await takeAlong(h)
    expect(made).toMatchObject({ changeRequests: 6, comments: 5, files: 1, edited: [], problems: [] })
    expect(made.people).toMatchObject({ created: [], unknown: [], standIns: 0 })
    const client = h.as(h.admin)
    expect(await seen(h.services, client, id)).toEqual(await seen(h.services, client, h.space.id))
    expect(comparable(await packed(h.services, id))).toEqual(comparable(files))
  })

  it('comes from before there was a limit of levels: what was deeper stands at the last one, and is told', async () => {
    const h = await openSpace()
    const chain = (name: string, levels: number) =>
      Array.from({ length: levels }, (_, at) =>
        page(`${name}${at + 1}`, 'x', { ref: `${name}${at}`, ...(at > 0 && { into: `${name}${at - 1}` }) }),
      )
    await h.write(...chain('a', MOST_LEVELS))
    await h.write(...chain('b', 3))
    const files = await packed(h.services, h.space.id)
    const told = JSON.parse(String(files.get('.quire/pages.json')))
    const titled = (title: string) => told.pages.find((page: { title: string }) => page.title === title)
    titled('b1').parent = titled(`a${MOST_LEVELS}`).id
    files.set('.quire/pages.json', Buffer.from(JSON.stringify(told)))
    const made = await unpack(h.services, h.admin, files, { organizationId: h.organization.id })
    expect(made.problems.map(({ kind }) => kind)).toEqual(['too-deep', 'too-deep', 'too-deep'])
    expect(await h.titles(`/v1/spaces/${made.space.id}/content`)).toContain('a29[a30 b1 b2 b3]')
  })

  it('goes on as it would have: pulls, merges, conflicts and new numbers', async () => {
    const h = await furnishedSpace()
    const { id } = await takeAlong(h)
    const go = async (url: string) => {
      const post = (path: string, body = {}) => h.as(h.admin).post(`${url}/change-requests/${path}`, body)
      const merged = await post('3/merge')
      const pulled = await post('6/update')
      await h
        .as(h.admin)
        .post(
          `${url}/change-requests/2/conflicts/resolve`,
          { kind: 'page', id: h.child, choose: 'theirs' },
          204,
        )
      const opened = await h.as(h.admin).post(`${url}/change-requests`, { subject: 'Next' }, 201)
      const conflicts = await h.as(h.admin).get(`${url}/change-requests/6/conflicts`)
      return {
        results: [merged.result, pulled.result, opened.number],
        conflicts: conflicts.items,
        titles: await h.titles(`${url}/content`),
        chosen: await h.text(h.child, `${url}/change-requests/2/content`),
      }
    }
    const original = await go(h.url)
    expect(original.results).toEqual(['merge', 'conflicts', 7])
    expect(await go(`/v1/spaces/${id}`)).toEqual(original)
  })

  it('keeps the texts of conflicts when what nothing names is swept', async () => {
    const h = await furnishedSpace()
    const { id } = await takeAlong(h)
    const path = (space: string) => `/v1/spaces/${space}/change-requests/2/conflicts`
    const before = (await h.as(h.admin).get(path(id))).items
    expect(before.find(({ field }: Answer) => field === 'body')).toMatchObject({
      base: 'Text\n',
      ours: 'Ours\n',
    })
    await h.services.database.db.deleteFrom('spaces').where('id', '=', h.space.id).execute()
    const later = new Date(Date.now() + 365 * 24 * 3_600_000)
    await h.services.database.inTransaction((db) => deleteDeadNodes(db, later))
    const { rows } = await h.sql<{ missing: number }>(
      `select count(*)::int as missing from change_request_conflicts c
       where field = 'body' and not exists (select from nodes where hash = c.base #>> '{}')`,
    )
    expect(rows).toEqual([{ missing: 0 }])
  })

  it('is written as people read it', async () => {
    const h = await openSpace()
    await h.write(page('Welcome', 'Hello.', { description: 'First' }))
    const files = await packed(h.services, h.space.id)
    expect([...files.keys()].sort()).toEqual([
      '.quire/change-requests.json',
      '.quire/comments.json',
      '.quire/files.json',
      '.quire/pages.json',
      '.quire/space.json',
      'SUMMARY.md',
      'welcome.md',
    ])
    expect(files.get('welcome.md')?.toString()).toBe('---\ndescription: First\n---\n\n# Welcome\n\nHello.\n')
    expect(files.get('SUMMARY.md')?.toString()).toContain('* [Welcome](welcome.md)')
  })

  it('costs what differs: one text for a change request of one page', async () => {
    const h = await openSpace()
    const made = await h.write(...Array.from({ length: 20 }, (_, at) => page(`Page ${at}`)))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: firstId(made), document: { markdown: 'Changed' } })
    const files = await packed(h.services, h.space.id)
    const kept = [...files.keys()].filter((path) => path.startsWith('.quire/change-requests/'))
    expect(kept).toEqual([
      '.quire/change-requests/1/proposed/page-0.md',
      '.quire/change-requests/1/proposed.json',
    ])
  })

  it('carries a space that came from Git, byte for byte', async () => {
    const repository = {
      '.gitbook.yaml': '# Ours\nredirects:\n  old: install/README.md\n',
      'README.md': '# Welcome\n\nHello. See [install](install/README.md).\n',
      'SUMMARY.md':
        '- [Home](README.md "Short")\n\n<!-- by hand -->\n\n## Part\n\n- [Install](install/README.md)\n    - [Deep](install/deep.md)\n',
      'install/README.md':
        '---\nown: 1 # kept\nicon: gear\nsidebar_position: 3\n---\n# Install\nText without a last line end\n',
      'install/deep.md': '# Deep\r\n\r\n![shot](../.gitbook/assets/a%20b.png)\r\n',
      'notes/hidden.md': '# Not listed\n\nKept.\n',
      '.gitbook/assets/a b.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind the gap.\n',
      '.gitbook/vars.yaml': 'version: "1.2"\n',
    }
    const h = await openSyncedSpace(repository)
    await h.imports()
    const { id, files } = await takeAlong(h)
    const client = h.as(h.admin)
    expect(await seen(h.services, client, id)).toEqual(await seen(h.services, client, h.space.id))
    expect(comparable(await packed(h.services, id))).toEqual(comparable(files))
    const { '.gitbook/vars.yaml': _, ...texts } = repository
    for (const [path, content] of Object.entries(texts))
      expect([path, files.get(path)?.toString()]).toEqual([path, content.toString()])
  })

  it('leaves every file of a space that came from Git where it lay', async () => {
    const repository = {
      'SUMMARY.md': '* [Home](README.md)\n* [A](a/README.md)\n  * [B](a/b.md)\n',
      'README.md': '# Home\n\n[b](a/b.md)\n',
      'a/README.md': '# A\n\n[B](b.md)\n',
      'a/b.md': '# B\n',
      '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind the gap.\n',
    }
    const h = await openSyncedSpace(repository)
    await h.imports()
    const { files } = await takeAlong(h)
    const written = [...files].filter(([path]) => !path.startsWith('.quire/'))
    expect(written.map(([path]) => path).sort()).toEqual(Object.keys(repository).sort())
    for (const path of ['README.md', 'a/README.md', 'a/b.md'] as const)
      expect(files.get(path)?.toString().trimEnd()).toBe(repository[path].trimEnd())
    expect(files.get('SUMMARY.md')?.toString()).toContain('  * [B](a/b.md)')
  })

  it('steps aside from files that came from Git, and from nothing else', async () => {
    const h = await openSyncedSpace({
      'SUMMARY.md': '* [Home](README.md)\n* [Old](guides/old.md)\n* [Older](guides-1.md)\n',
      'README.md': '# Home\n',
      'guides/old.md': '# Old\n',
      'guides-1.md': '# Older\n',
    })
    await h.imports()
    const guides = firstId(await h.write(page('Guides', 'New.')))
    await h.write(page('Old', 'Newer.', { into: guides }), page('Free', 'Free.'))
    const { id, files } = await takeAlong(h)
    expect([...files.keys()].filter((path) => !path.startsWith('.quire/')).sort()).toEqual([
      'README.md',
      'SUMMARY.md',
      'free.md',
      'guides-1.md',
      'guides/README.md',
      'guides/old-1.md',
      'guides/old.md',
    ])
    expect(files.get('guides/old.md')?.toString()).toBe('# Old\n')
    const client = h.as(h.admin)
    expect(await seen(h.services, client, id)).toEqual(await seen(h.services, client, h.space.id))
  })

  it('carries pages whose files nobody should write', async () => {
    const h = await openSyncedSpace({
      'README.md': '# Welcome\n',
      'SUMMARY.md': '* [Welcome](README.md)\n* [Odd](back%5Cslash.md)\n* [Ours](.quire/space.md)\n',
      'back\\slash.md': '# Odd\n\nOdd name.\n',
      '.quire/space.md': '# Ours\n\nIn our folder.\n',
    })
    await h.imports()
    await h.open()
    for (const { id } of (await h.as(h.admin).get(`${h.url}/content/pages`)).pages)
      await h.edit(1, { operation: 'update_page', page: id, document: { markdown: `Edited ${id}` } })
    const { id, files } = await takeAlong(h)
    expect([...files.keys()].filter((path) => path.includes('\\'))).toEqual([])
    const client = h.as(h.admin)
    expect(await seen(h.services, client, id)).toEqual(await seen(h.services, client, h.space.id))
    expect(comparable(await packed(h.services, id))).toEqual(comparable(files))
  })

  it('carries everything that the sample organization has', async () => {
    const built = await buildTestServices()
    const { services } = built
    const { admin, as } = await furnish(built)
    const user = await services.asSystem((ctx) => requireUser(ctx, admin.id))
    const { company, library } = await makeDemo(services, { admin: user, title: 'Lighthouse' }, () => {})
    const spaces = Object.values(library.spaces)
    const { items } = await as(admin).get(`/v1/orgs/${company.organization.id}/spaces?limit=100`)
    expect(spaces.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }: Answer) => id).toSorted())
    for (const { id } of spaces) {
      const files = await packed(services, id)
      const organizationId = company.organization.id
      const { parentId } = await services.database.db
        .selectFrom('spaces')
        .select('parentId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const parent = parentId ?? undefined
      const made = await unpack(services, admin, files, { organizationId, parent })
      expect(made.people.unknown).toEqual([])
      expect(await seen(services, as(admin), made.space.id)).toEqual(await seen(services, as(admin), id))
      expect(comparable(await packed(services, made.space.id))).toEqual(comparable(files))
    }
  })
})

describe('an import elsewhere', () => {
  async function elsewhere() {
    const h = await furnishedSpace()
    const files = await packed(h.services, h.space.id)
    const other = await furnish(await buildTestServices())
    const { id } = await other.services.asSystem((ctx) =>
      createUser(ctx, { email: h.editor.email.toUpperCase() }),
    )
    const bring = (createUsers: boolean) =>
      unpack(other.services, other.admin, files, { organizationId: other.organization.id, createUsers })
    return { h, other, editorThere: id, bring }
  }

  it('lets who imports stand in for people who are not known, and says so', async () => {
    const { h, other, editorThere, bring } = await elsewhere()
    const { people, space } = await bring(false)
    expect(people.matched).toBe(1)
    expect(people.unknown.map(({ email }) => email).sort()).toEqual(
      [h.admin, h.commenter, h.reviewer].map(({ email }) => email).sort(),
    )
    expect(people.standIns).toBeGreaterThan(5)
    const { items } = await other.as(other.admin).get(`/v1/spaces/${space.id}/comments?status=all&order=asc`)
    expect(items.map(({ postedBy }: Answer) => postedBy.id)).toEqual([other.admin.id, editorThere])
  })

  it('makes the users that are missing where that is asked for, without access to anything', async () => {
    const { h, other, bring } = await elsewhere()
    const { people, space } = await bring(true)
    expect(people).toMatchObject({ matched: 1, unknown: [], standIns: 0 })
    expect(people.created).toHaveLength(3)
    const { items } = await other.as(other.admin).get(`/v1/spaces/${space.id}/comments?status=all&order=asc`)
    expect(items[0].postedBy).toMatchObject({ email: h.commenter.email, displayName: 'commenter' })
    const { rows } = await other.sql<{ count: number }>(
      `select count(*)::int from members where user_id = '${items[0].postedBy.id}'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('an archive that people worked on', () => {
  it('brings their edits, with the pages under the ids they had, and change requests behind', async () => {
    const h = await openSpace()
    const made = await h.write(page('One', 'First'), page('Two', 'Second'), page('Three', 'Third'))
    const [one = '', two = ''] = made.map(({ page }: Answer) => page.id)
    await h.open()
    await h.edit(1, { operation: 'update_page', page: two, document: { markdown: 'Proposed' } })
    const files = await packed(h.services, h.space.id)
    files.set('one.md', Buffer.from('# One and only\n\nEdited by hand.\n'))
    files.set('four.md', Buffer.from('# Four\n\nNew.\n'))
    files.delete('three.md')
    files.set('SUMMARY.md', Buffer.from('* [One](one.md)\n* [Four](four.md)\n  * [Two](two.md)\n'))
    const { space, edited } = await unpack(h.services, h.admin, files, { organizationId: h.organization.id })
    expect(edited).toEqual(['SUMMARY.md', 'four.md', 'one.md', 'three.md'])
    const url = `/v1/spaces/${space.id}`
    expect(await h.titles(`${url}/content`)).toBe('One and only Four[Two]')
    expect(await h.text(one, `${url}/content`)).toBe('Edited by hand.\n')
    expect(await h.as(h.admin).get(`${url}/change-requests/1`)).toMatchObject({ outdated: true })
    await h.as(h.admin).post(`${url}/change-requests/1/merge`)
    expect(await h.text(two, `${url}/content`)).toBe('Proposed')
    expect(await h.titles(`${url}/content`)).toBe('One and only Four[Two]')
  })

  it('may be Markdown that Quire never saw', async () => {
    const h = await openSpace()
    const files: Packed = new Map(
      Object.entries({
        'README.md': '# Start\n\n![dot](img/dot.png)\n',
        'guide/README.md': '# Guide\n',
        'guide/use.md': 'Use [it](../README.md), not [that](gone.md).\n',
        'img/dot.png': Buffer.from(PIXEL, 'base64'),
      }).map(([path, content]) => [path, Buffer.from(content)]),
    )
    const options = { organizationId: h.organization.id, title: 'Plain' }
    const { space, pages, files: count, problems } = await unpack(h.services, h.admin, files, options)
    expect({ title: space.title, pages, count }).toEqual({ title: 'Plain', pages: 3, count: 1 })
    expect(problems).toMatchObject([{ file: 'guide/use.md', kind: 'broken-link' }])
    expect(await h.titles(`/v1/spaces/${space.id}/content`)).toBe('Start Guide[Use]')
  })
})

const HANGING = {
  id: 'one',
  type: 'document',
  title: 'One',
  slug: 'one',
  parent: 'x',
  body: null,
  createdAt: '',
  updatedAt: '',
}

describe('an archive that is refused', () => {
  const refusals: [string, (files: Packed) => void, RegExp][] = [
    [
      'of a newer format',
      (files) => patch(files, 'space', { version: 2, quire: '9.1.0' }),
      /newer Quire wrote this archive \(9\.1\.0/,
    ],
    ['of something else', (files) => patch(files, 'space', { format: 'other' }), /not exported by Quire/],
    ['cut short', (files) => files.delete('.quire/space.json'), /space\.json is missing/],
    ['without a file of ours', (files) => files.delete('.quire/pages.json'), /pages\.json is missing/],
    [
      'with broken JSON',
      (files) => files.set('.quire/files.json', Buffer.from('{')),
      /files\.json .*not JSON/,
    ],
    [
      'with a wrong shape',
      (files) => patch(files, 'comments', { comments: [{}] }),
      /comments\.json .*damaged/,
    ],
    [
      'with a text of a change request that is another one',
      (files) => files.set('.quire/change-requests/1/proposed/one.md', Buffer.from('Other')),
      /proposed\/one\.md .*not the exported text/,
    ],
    [
      'with a page that hangs in the air',
      (files) => patch(files, 'pages', { pages: [HANGING] }),
      /pages\.json .*no place in the tree/,
    ],
    [
      'with a time that is none',
      (files) => patch(files, 'space', { createdAt: '2026-13-45T00:00:00Z' }),
      /space\.json .*createdAt/,
    ],
    ['with nothing in it', (files) => files.clear(), /Nothing to import/],
  ]

  function patch(files: Packed, name: string, change: object) {
    const path = `.quire/${name}.json`
    const value = JSON.parse(files.get(path)?.toString() ?? '')
    files.set(path, Buffer.from(JSON.stringify({ ...value, ...change })))
  }

  it.each(refusals)('%s: says why, and leaves nothing behind', async (_, spoil, message) => {
    const h = await openSpace()
    const [one] = (await h.write(page('One'))).map(({ page }: Answer) => page.id)
    await h.open()
    await h.edit(1, { operation: 'update_page', page: one, document: { markdown: 'Changed' } })
    const files = await packed(h.services, h.space.id)
    spoil(files)
    const before = (await h.as(h.admin).get(`${h.organization.url}/spaces`)).items.length
    await expect(unpack(h.services, h.admin, files, { organizationId: h.organization.id })).rejects.toThrow(
      message,
    )
    expect((await h.as(h.admin).get(`${h.organization.url}/spaces`)).items).toHaveLength(before)
  })

  it('by somebody who may not create there, before anything is read', async () => {
    const h = await openSpace()
    const files = await packed(h.services, h.space.id)
    const organizationId = h.organization.id
    await expect(unpack(h.services, h.stranger, files, { organizationId })).rejects.toThrow(
      /Organization not found/,
    )
    await expect(unpack(h.services, h.reader, files, { organizationId })).rejects.toThrow()
  })
})

describe('a space that is translated', () => {
  it('is taken along without its translations, whose units find their pages again by their names', async () => {
    const { as, admin, services, organization, space, write, drain } = await openSpace()
    const translate = (id: string) =>
      as(admin).post(
        `${organization.url}/translations`,
        { source: { space: id, language: 'en' }, language: 'de' },
        201,
      )
    const [{ page: written }] = await write(page('Home', 'One.\n\nTwo.\n'))
    const at = `${organization.url}/translations/${(await translate(space.id)).id}`
    const { items } = await as(admin).get(`${at}/units`)
    const targets = items.map(({ unit, source }: Answer) => ({ unit, target: `${source} auf Deutsch` }))
    await as(admin).put(`${at}/units`, { units: targets })
    await drain()
    const all = await as(admin).get(`${at}/units?state=missing,outdated,translated&format=xliff`)

    const files = await packed(services, space.id)
    const again = (await unpack(services, admin, files, { organizationId: organization.id })).space
    expect((await as(admin).get(`${organization.url}/translations`)).count).toBe(1)
    const made = await translate(again.id)
    const sent = await as(admin).put(`${organization.url}/translations/${made.id}/units`, {
      xliff: all.xliff,
    })
    expect(sent).toEqual({ accepted: 3, unchanged: 0, refused: [] })
    await drain()
    const german = `/v1/spaces/${made.spaces.de}/content/page/${written.id}?format=markdown`
    expect(await as(admin).get(german)).toMatchObject({
      title: 'Home auf Deutsch',
      markdown: 'One. auf Deutsch\n\nTwo. auf Deutsch\n',
    })
  })
})
