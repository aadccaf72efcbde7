// Whole revisions brought together, on nodes in memory: pages with texts, files, reusable contents and variables.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { type Draft, openDraft } from '../draft/draft.ts'
import { allEntries } from '../nodes/map.ts'
import type { NodeSession } from '../nodes/nodes.ts'
import { type RevisionView, readRevision, siblingsAt } from '../nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../records.ts'
import { type Merging, mergeRevisions } from './revisions.ts'

const WRITTEN = '2026-01-01T00:00:00.000Z'

async function edit(view: RevisionView, work: (draft: Draft) => Promise<unknown>) {
  const draft = openDraft(view)
  await work(draft)
  return readRevision(view.nodes, await draft.finish())
}

function emptyRevision() {
  return readRevision(memoryNodes(), null)
}

async function insert(draft: Draft, id: string, text: string, into: string | null = null) {
  const fields = { type: 'document' as const, id, title: id, slug: id, createdAt: WRITTEN }
  await draft.insertPage({ ...fields, body: draft.nodes.putText(text) }, { into })
}

async function write(draft: Draft, id: string, change: (text: string) => string) {
  const page = await draft.page(id)
  if (!page?.body) return
  await draft.nodes.fetch([page.body])
  await draft.changePage(page, { body: draft.nodes.putText(change(draft.nodes.text(page.body))) })
}

async function change(draft: Draft, id: string, changes: Partial<PageRecord>) {
  const page = await draft.page(id)
  if (page) await draft.changePage(page, changes)
}

function file(id: string, blob: string, name = `${id}.txt`): FileRecord {
  return { id, name, contentType: 'text/plain', size: blob.length, blob }
}

function reusable(nodes: NodeSession, id: string, text: string): ReusableRecord {
  return { id, title: id, body: nodes.putText(text) }
}

/** Everything that somebody could see of a revision. */
async function seen(view: RevisionView) {
  const { nodes, root } = view
  const pages = new Map((await allEntries<PageRecord>(nodes, root.pages)).map((page) => [page.id, page]))
  await nodes.fetch([...pages.values()].map(({ body }) => body))
  const below = async (list: string | null): Promise<unknown[]> =>
    Promise.all(
      (await siblingsAt(nodes, list)).map(async ({ id, slug }) => {
        const { title = '', body = null, children = null } = pages.get(id) ?? {}
        return { id, slug, title, text: body && nodes.text(body), below: await below(children) }
      }),
    )
  const reusables = await allEntries<ReusableRecord>(nodes, root.reusables)
  await nodes.fetch(reusables.map(({ body }) => body))
  return {
    pages: await below(root.top),
    files: (await allEntries<FileRecord>(nodes, root.files)).map(({ id, name, blob }) => [id, name, blob]),
    reusables: reusables.map(({ id, title, body }) => [id, title, nodes.text(body)]),
    variables: root.variables,
  }
}

type Both = Pick<Merging, 'base' | 'ours' | 'theirs'> & Partial<Merging>

async function merged(three: Both) {
  const all = async () =>
    (await allEntries<PageRecord>(three.base.nodes, three.ours.root.pages)).map(({ id }) => id)
  const { root, conflicts } = await mergeRevisions({ published: 'ours', ...three }, all)
  return { view: await readRevision(three.base.nodes, root), conflicts }
}

const seenMerged = async (three: Both) => seen((await merged(three)).view)

async function textOf({ nodes, root }: RevisionView, id: string) {
  const page = (await allEntries<PageRecord>(nodes, root.pages)).find((page) => page.id === id)
  if (!page?.body) return
  await nodes.fetch([page.body])
  return nodes.text(page.body)
}

const PAGES = ['a', 'b', 'c', 'd']
const TEXT = ['first', 'second', 'third', 'fourth', 'fifth'].join('\n\n')

async function openBase() {
  return edit(await emptyRevision(), async (draft) => {
    for (const id of PAGES) await insert(draft, id, TEXT, id === 'd' ? 'a' : null)
    for (const id of ['f', 'g']) draft.putFile(file(id, `bytes of ${id}`))
    for (const id of ['r', 's']) await draft.placeReusable(reusable(draft.nodes, id, TEXT))
    draft.putVariables({ version: '1', name: 'Quire' })
  })
}

/** What people do, on one of the things that there are. */
const ACTS = {
  line: (draft: Draft, at: number, who: string) =>
    write(draft, PAGES[at % 4] ?? '', (text) => {
      const lines = text.split('\n\n')
      return lines.with(at % lines.length, `${who} ${at}`).join('\n\n')
    }),
  title: (draft: Draft, at: number, who: string) =>
    change(draft, PAGES[at % 4] ?? '', { title: `${who} ${at}` }),
  slug: (draft: Draft, at: number, who: string) =>
    change(draft, PAGES[at % 4] ?? '', { slug: `${who}-${at}` }),
  add: (draft: Draft, at: number, who: string) => insert(draft, `${who}${at}`, `New of ${who}`),
  remove: async (draft: Draft, at: number) => {
    const page = await draft.page(PAGES[at % 4] ?? '')
    if (page) await draft.removePage(page)
  },
  move: async (draft: Draft, at: number) => {
    const page = await draft.page(at % 2 ? 'c' : 'd')
    if (page && (at % 3 === 0 || (await draft.page('b'))))
      await draft.movePage(page, { into: at % 3 ? 'b' : null })
  },
  file: async (draft: Draft, at: number, who: string) => {
    const id = at % 2 ? 'f' : 'g'
    if (await draft.file(id)) draft.putFileRecord(id, file(id, `bytes of ${who} ${at}`))
  },
  newFile: async (draft: Draft, at: number, who: string) =>
    draft.putFile(file(`${who}-${at}`, `bytes of ${who}`)),
  removeFile: (draft: Draft, at: number) => draft.removeFile(at % 2 ? 'f' : 'g'),
  reusable: async (draft: Draft, at: number, who: string) => {
    const id = at % 2 ? 'r' : 's'
    if (await draft.reusable(id)) draft.putReusable(id, reusable(draft.nodes, id, `${TEXT}\n\n${who} ${at}`))
  },
  removeReusable: (draft: Draft, at: number) => draft.removeReusable(at % 2 ? 'r' : 's'),
  variable: async (draft: Draft, at: number, who: string) =>
    draft.putVariable(at % 2 ? 'version' : 'name', at % 3 ? `${who} ${at}` : null),
}

type Step = { act: keyof typeof ACTS; at: number }
const steps = fc.array(
  fc.record({ act: fc.constantFrom(...(Object.keys(ACTS) as Step['act'][])), at: fc.nat(11) }),
  { maxLength: 5 },
)

async function performed(base: RevisionView, done: Step[], who: string) {
  return edit(base, async (draft) => {
    for (const { act, at } of done) await ACTS[act](draft, at, who)
  })
}

describe('merged revisions', () => {
  it('are the other side where one did nothing, whichever it is', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (done) => {
        const base = await openBase()
        const changed = await performed(base, done, 'one')
        const wanted = await seen(changed)
        expect(await seenMerged({ base, ours: changed, theirs: base })).toEqual(wanted)
        expect(await seenMerged({ base, ours: base, theirs: changed })).toEqual(wanted)
        expect(await seenMerged({ base, ours: changed, theirs: changed })).toEqual(wanted)
      }),
      { numRuns: draws(60) },
    )
  })

  it('hold what both did, in whichever order, unless there is a conflict; and then ours', async () => {
    let agreed = 0
    await fc.assert(
      fc.asyncProperty(steps, steps, async (mine, yours) => {
        const base = await openBase()
        const ours = await performed(base, mine, 'one')
        const theirs = await performed(base, yours, 'two')
        const { view, conflicts } = await merged({ base, ours, theirs })
        if (conflicts.length > 0) return
        agreed += 1
        const again = await seenMerged({ base, ours: view, theirs })
        expect(again, 'merged once more').toEqual(await seen(view))
        const { files, reusables, variables } = await seen(view)
        const turned = await seenMerged({ base, ours: theirs, theirs: ours, published: 'theirs' })
        expect(turned).toMatchObject({ reusables, variables, files })
      }),
      { numRuns: draws(80) },
    )
    expect(agreed).toBeGreaterThan(10)
  })

  it('hold the lines of both in one text, and their files, reusable contents and variables', async () => {
    const base = await openBase()
    const ours = await edit(base, async (draft) => {
      await write(draft, 'a', (text) => text.replace('first', 'ours'))
      draft.putFileRecord('f', file('f', 'ours'))
      draft.putFile(file('h', 'of ours'))
      await draft.removeReusable('s')
      draft.putReusable('r', reusable(draft.nodes, 'r', TEXT.replace('first', 'ours')))
      draft.putVariable('version', 'ours')
    })
    const theirs = await edit(base, async (draft) => {
      await write(draft, 'a', (text) => text.replace('fifth', 'theirs'))
      await draft.removeFile('g')
      draft.putReusable('r', reusable(draft.nodes, 'r', TEXT.replace('fifth', 'theirs')))
      draft.putVariable('name', null)
    })
    const { view, conflicts } = await merged({ base, ours, theirs })
    expect(conflicts).toEqual([])
    const both = TEXT.replace('first', 'ours').replace('fifth', 'theirs')
    expect(await textOf(view, 'a')).toBe(both)
    expect(await seen(view)).toMatchObject({
      files: [
        ['f', 'f.txt', 'ours'],
        ['h', 'h.txt', 'of ours'],
      ],
      reusables: [['r', 'r', both]],
      variables: { version: 'ours' },
    })
  })

  it('tell each thing that both changed in two ways, and keep ours', async () => {
    const base = await openBase()
    const side = (who: string) =>
      edit(base, async (draft) => {
        await write(draft, 'a', (text) => text.replace('third', who))
        await change(draft, 'b', { title: who })
        draft.putFileRecord('f', { ...file('f', who), size: who.length * 100 })
        draft.putReusable('r', reusable(draft.nodes, 'r', `${who}\n`))
        draft.putVariable('version', who)
      })
    const [ours, theirs] = [await side('ours'), await side('theirs')]
    const { view, conflicts } = await merged({ base, ours, theirs })
    // A file is told once: its size goes with its bytes.
    expect(conflicts.map(({ id, field }) => `${id} ${field}`).sort()).toEqual([
      'a body',
      'b title',
      'f blob',
      'r body',
      'version value',
    ])
    expect(await seen(view)).toEqual(await seen(ours))
  })

  it('bring nothing back that ours deleted, where it is told to', async () => {
    const base = await openBase()
    const ours = await edit(base, async (draft) => {
      const page = await draft.page('a')
      if (page) await draft.removePage(page)
      await draft.removeFile('f')
    })
    const theirs = await edit(base, async (draft) => {
      await write(draft, 'a', (text) => `${text}\n\ntheirs`)
      await insert(draft, 'new', 'New', 'a')
      draft.putFileRecord('f', file('f', 'theirs'))
    })
    const gentle = await merged({ base, ours, theirs })
    expect(gentle.conflicts.length).toBeGreaterThan(0)
    const { view, conflicts } = await merged({ base, ours, theirs, isForced: true })
    expect(conflicts).toEqual([])
    const { pages, files } = await seen(view)
    // What only theirs has goes where the deleted page was.
    expect(pages).toMatchObject([{ id: 'new', text: 'New' }, { id: 'b' }, { id: 'c' }])
    expect(files).toMatchObject([['g', 'g.txt', 'bytes of g']])
  })
})

describe('links in merged revisions', () => {
  const LINKED = 'See [there](b.md#part).\n\nEnd'

  async function openLinked() {
    return edit(await emptyRevision(), async (draft) => {
      for (const [id, text] of Object.entries({ a: LINKED, b: '## Part', c: 'Other' }))
        await insert(draft, id, text)
      await draft.placeReusable(reusable(draft.nodes, 'r', LINKED))
    })
  }

  it('follow what the other side renamed, in texts of both', async () => {
    const base = await openLinked()
    const renamed = await edit(base, (draft) => change(draft, 'b', { slug: 'renamed' }))
    const written = await edit(base, async (draft) => {
      await write(draft, 'a', (text) => `${text} of it`)
      await insert(draft, 'new', 'Also [there](b.md).')
      draft.putReusable('r', reusable(draft.nodes, 'r', `${LINKED} of it`))
    })
    for (const [ours, theirs] of [
      [renamed, written],
      [written, renamed],
    ] as const) {
      const { view, conflicts } = await merged({ base, ours, theirs })
      expect(conflicts).toEqual([])
      expect(await textOf(view, 'a')).toBe('See [there](renamed.md#part).\n\nEnd of it')
      expect(await textOf(view, 'new')).toBe('Also [there](renamed.md).')
    }
  })

  it('are the same line where each side rewrote them because something moved', async () => {
    const base = await openLinked()
    const moved = async (slug: string, text: string) =>
      edit(base, async (draft) => {
        await change(draft, 'b', { slug })
        await write(draft, 'a', () => text)
      })
    const ours = await moved('mine', 'See [there](mine.md#part).\n\nEnd of ours')
    const theirs = await edit(base, async (draft) => {
      await change(draft, 'b', { title: 'theirs' })
      await write(draft, 'a', () => 'New\n\nSee [there](b.md#part).\n\nEnd')
    })
    const { view, conflicts } = await merged({ base, ours, theirs })
    expect(conflicts).toEqual([])
    expect(await textOf(view, 'a')).toBe('New\n\nSee [there](mine.md#part).\n\nEnd of ours')
  })
})
