// Real revisions on both sides, kept in memory: pages that came from Git are made, moved, renamed and deleted at random.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { pathFaults } from '../../../../test/drawn/page-paths.ts'
import { type Draft, openDraft } from '../draft/draft.ts'
import { fileIn, freeFile } from '../draft/refile.ts'
import { slugOf } from '../draft/slugs.ts'
import { fileOfAsset } from '../links/paths.ts'
import { allEntries } from '../nodes/map.ts'
import type { NodeSession } from '../nodes/nodes.ts'
import { type RevisionView, readRevision } from '../nodes/revision.ts'
import {
  type FileRecord,
  NOT_YET,
  type PageRecord,
  type PathRecord,
  type ReusableRecord,
} from '../records.ts'
import { mergeInto } from './depth.ts'
import { readSides, type Three } from './input.ts'

type Step = { act: keyof typeof ACTS; which: number; where: number; name: string }
/** Who acts, on which page, and which it may be put under. */
type Scene = { draft: Draft; step: Step; page?: PageRecord; into: string | null; id: string }

const TIME = '2026-01-01T00:00:00.000Z'
/** The last one is as long as a slug may be: what steps aside from it is cut. */
const NAMES = ['x', 'x-1', 'y', slugOf('文'.repeat(120))]

const ACTS = {
  async add({ draft, step, into, id }: Scene) {
    await draft.insertPage(fresh(draft, id, step.name), { into, at: 0 })
  },
  /** As an import puts it: in a file of its own. */
  async addFromGit({ draft, step, into, id }: Scene) {
    const path = step.where % 2 ? `docs/${step.name}.md` : `${step.name}/README.md`
    await draft.insertPage({ ...fresh(draft, id, step.name), git: { oid: id, path } }, { into })
  },
  /** As an export does: a page learns where it lies. */
  async file({ draft, step, page }: Scene) {
    if (!page || page.git) return
    const path = await free(draft, `${step.name}.md`)
    draft.putPage(page.id, { ...page, git: { oid: 'pushed', path } })
    draft.putPath(path, { id: path, page: page.id })
  },
  async refile({ draft, step, page }: Scene) {
    if (page?.git) await draft.changePage(page, { git: { oid: 'chosen', path: `docs/${step.name}.md` } })
  },
  async rename({ draft, step, page }: Scene) {
    if (page) await draft.changePage(page, { slug: step.name })
  },
  async move({ draft, page, into }: Scene) {
    if (!page || (into !== null && (await draft.pagesFrom(page.id)).includes(into))) return
    await draft.movePage(page, { into, at: 0 })
  },
  async edit({ draft, page, step }: Scene) {
    if (page) await draft.changePage(page, { title: step.name, body: draft.nodes.putText(step.name) })
  },
  async remove({ draft, page }: Scene) {
    if (page) await draft.removePage(page)
  },
  async upload({ draft, step, id }: Scene) {
    const path = await free(draft, `.gitbook/assets/${step.name}.png`)
    const file = { id, name: path.split('/').at(-1) ?? '', contentType: 'image/png', size: 1, blob: id }
    draft.putFile(step.where % 2 ? { ...file, git: { oid: id, path } } : file)
  },
  async takeBack({ draft, step }: Scene) {
    const there = await draft.findPath(`.gitbook/assets/${step.name}.png`)
    if (there?.file) await draft.removeFile(there.file)
    const other = await draft.findPath(`docs/${step.name}.md`)
    if (other?.reusable) await draft.removeReusable(other.reusable)
  },
  async reuse({ draft, step, id }: Scene) {
    const path = await free(draft, `docs/${step.name}.md`)
    draft.putReusable(id, { id, title: id, body: draft.nodes.putText(id), git: { oid: id, path } })
    draft.putPath(path, { id: path, reusable: id })
  },
}

function fresh({ nodes }: Draft, id: string, slug: string) {
  return { id, type: 'document' as const, title: id, slug, body: nodes.putText(id), createdAt: TIME }
}

function free(draft: Draft, path: string) {
  return freeFile(path, async (one) => (await draft.findPath(one)) !== undefined)
}

async function performed(base: RevisionView, steps: Step[], who: string) {
  let view = base
  for (const [at, step] of steps.entries()) {
    const draft = openDraft(view)
    const pages = (await pagesOf(view)).sort((a, b) => (a.id < b.id ? -1 : 1))
    const page = pages[step.which % Math.max(1, pages.length)]
    const into = [null, ...pages][step.where % (pages.length + 1)]?.id ?? null
    await ACTS[step.act]({ draft, step, page, into, id: `${who}${at}` })
    view = await readRevision(view.nodes, await draft.finish())
  }
  return view
}

function pagesOf({ nodes, root }: RevisionView) {
  return allEntries<PageRecord>(nodes, root.pages)
}

async function merge(three: Three) {
  const { draft } = await mergeInto(three.ours, await readSides(three))
  return readRevision(three.ours.nodes, await draft.finish())
}

/** What is wrong with where things lie; nothing, when each path names one thing and each thing is at its path. */
async function faultsOf(view: RevisionView) {
  const { nodes, root } = view
  const lying = new Map<string, string[]>()
  const put = (path: string, id: string) => lying.set(path, [...(lying.get(path) ?? []), id])
  for (const { id, git } of await pagesOf(view)) if (git) put(git.path, id)
  for (const file of await allEntries<FileRecord>(nodes, root.files)) put(fileOfAsset(file), file.id)
  for (const { id, git } of await allEntries<ReusableRecord>(nodes, root.reusables))
    if (git) put(git.path, id)
  const recorded = new Map(
    (await allEntries<PathRecord>(nodes, root.paths)).map(({ id, page, file, reusable }) => [
      id,
      [page ?? file ?? reusable ?? ''],
    ]),
  )
  expect(recorded).toEqual(lying)
  return [...lying].filter(([, ids]) => ids.length > 1)
}

const acts = Object.keys(ACTS) as Step['act'][]
const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    which: fc.nat(20),
    where: fc.nat(20),
    name: fc.constantFrom(...NAMES),
  }),
  { maxLength: 8 },
)

async function threeOf(nodes: NodeSession, drawn: { base: Step[]; ours: Step[]; theirs: Step[] }) {
  const base = await performed(await readRevision(nodes, null), drawn.base, 'b')
  return {
    base,
    ours: await performed(base, drawn.ours, 'o'),
    theirs: await performed(base, drawn.theirs, 't'),
  }
}

describe('after any merge', () => {
  it('or edit a path names one thing, and an address of slugs one page', async () => {
    let met = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({ base: steps, ours: steps, theirs: steps }),
        fc.constantFrom('ours' as const, 'theirs' as const),
        fc.constantFrom('ours' as const, 'theirs' as const, undefined),
        async (drawn, published, repository) => {
          const three = { ...(await threeOf(memoryNodes(), drawn)), published, repository }
          met += (await readSides(three)).freePaths.size
          for (const view of [three.ours, three.theirs, await merge(three)]) {
            expect(await faultsOf(view)).toEqual([])
            expect(await pathFaults(view)).toEqual([])
          }
        },
      ),
      { numRuns: draws(300) },
    )
    expect(met).toBeGreaterThan(draws(30))
  })
})

describe('two things that meet at one path', () => {
  const git = (path: string) => ({ oid: NOT_YET, path })

  async function sides(act: (draft: Draft, who: string) => Promise<unknown>) {
    const nodes = memoryNodes()
    const start = openDraft(await readRevision(nodes, null))
    await start.insertPage({ ...fresh(start, 'guide', 'guide'), git: git('guide/README.md') }, { into: null })
    const base = await readRevision(nodes, await start.finish())
    const side = async (who: string) => {
      const draft = openDraft(base)
      await act(draft, who)
      return readRevision(nodes, await draft.finish())
    }
    return { base, ours: await side('ours'), theirs: await side('theirs') }
  }

  async function pathsOf(view: RevisionView) {
    return Object.fromEntries((await pagesOf(view)).map(({ id, git }) => [id, git?.path]))
  }

  it('stay both, and the one that readers know keeps its file', async () => {
    const three = await sides((draft, who) => draft.insertPage(fresh(draft, who, 'x'), { into: 'guide' }))
    expect(await pathsOf(await merge({ ...three, published: 'ours' }))).toMatchObject({
      ours: 'guide/x.md',
      theirs: 'guide/x-1.md',
    })
    expect(await pathsOf(await merge({ ...three, published: 'theirs' }))).toMatchObject({
      ours: 'guide/x-1.md',
      theirs: 'guide/x.md',
    })
  })

  it('leave the file to the repository where it is one of them', async () => {
    const three = await sides((draft, who) => draft.insertPage(fresh(draft, who, 'x'), { into: 'guide' }))
    expect(await pathsOf(await merge({ ...three, published: 'ours', repository: 'theirs' }))).toMatchObject({
      ours: 'guide/x-1.md',
      theirs: 'guide/x.md',
    })
  })

  it('step around files that nobody changed', async () => {
    const nodes = memoryNodes()
    const start = openDraft(await readRevision(nodes, null))
    for (const [id, path] of [
      ['guide', 'guide/README.md'],
      ['first', 'guide/x-1.md'],
    ] as const)
      await start.insertPage({ ...fresh(start, id, id), git: git(path) }, { into: null })
    const base = await readRevision(nodes, await start.finish())
    const side = async (who: string) => {
      const draft = openDraft(base)
      await draft.insertPage(fresh(draft, who, 'x'), { into: 'guide' })
      return readRevision(nodes, await draft.finish())
    }
    const merged = await merge({
      base,
      ours: await side('ours'),
      theirs: await side('theirs'),
      published: 'ours',
    })
    expect(await pathsOf(merged)).toMatchObject({ ours: 'guide/x.md', theirs: 'guide/x-2.md' })
  })

  it('are files too: names count up, and files of Git lie where they lie', async () => {
    const picture = (id: string) => ({ id, name: 'x.png', contentType: 'image/png', size: 1, blob: id })
    const three = await sides(async (draft, who) =>
      draft.putFile(
        who === 'ours' ? picture(who) : { ...picture(who), git: git(fileIn('.gitbook/assets', 'x.png')) },
      ),
    )
    const names = async (published: 'ours' | 'theirs') => {
      const { nodes, root } = await merge({ ...three, published })
      return (await allEntries<FileRecord>(nodes, root.files)).map(fileOfAsset).sort()
    }
    expect(await names('ours')).toEqual(['.gitbook/assets/x-1.png', '.gitbook/assets/x.png'])
    expect(await names('theirs')).toEqual(['.gitbook/assets/x (1).png', '.gitbook/assets/x.png'])
  })
})
