import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { type Chance, chanceFrom } from '../../../../test/drawn/generated-pages.ts'
import {
  type DrawnRepository,
  drawRepository,
  textIn,
} from '../../../../test/drawn/generated-repositories.ts'
import { type Draft, type Imported, memorySync, outlineOf } from '../../../../test/drawn/memory-sync.ts'
import { pathFaults } from '../../../../test/drawn/page-paths.ts'
import { openTestServices } from '../../../../test/services.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import type { Services } from '../../../services.ts'
import type { PageTree } from '../../content/nodes/page-tree.ts'
import type { PageRecord } from '../../content/records.ts'
import { blocksOf, editMarkdown } from '../../markdown/edit.ts'
import { parseMarkdown } from '../../markdown/parse.ts'
import { publicDocument } from '../../markdown/public-document.ts'
import { splitPage } from '../../repository/page/page-file.ts'
import { readSummary } from '../../repository/summary/summary.ts'

// Random edits of random repositories: what changes in the files is what must, and all of it can be read again.

type Before = {
  imported: Imported
  pages: PageTree[]
  /** The line of each page in the table of contents. */
  lineOf: Map<string, number>
  repository: DrawnRepository
  chance: Chance
}
type After = {
  changed: string[]
  added: string[]
  textBefore: (file: string) => string
  textAfter: (file: string) => string
}
type Edit = { change: (draft: Draft) => Promise<unknown>; check: (after: After) => void }

const NOW = '2026-01-01T00:00:00.000Z'
const file = ({ page }: PageTree) => page.git?.path ?? ''
const lines = (text: string) => text.split(/\r?\n/)
const all = (tree: PageTree): PageTree[] => [tree, ...tree.below.flatMap(all)]

/** What may be said about any repository by random means, and what must follow. Undefined: not in this one. */
const EDITS: Record<string, (before: Before) => Edit | undefined> = {
  'a title changes the page and its one line': (before) => {
    const one = before.chance.pick(documents(before))
    const title = before.chance.pick(['New *title*', 'a_b', '[z]', 'Über', '# x', '1. y'])
    const { summaryFile } = before.repository
    return {
      change: (draft) => draft.changePage(one.page, { title, updatedAt: NOW }),
      check: ({ changed, textBefore, textAfter }) => {
        expect(changed).toEqual(sorted([file(one), ...(isListed(before, one) ? [summaryFile] : [])]))
        expect(splitPage(textAfter(file(one))).body).toBe(splitPage(textBefore(file(one))).body)
        expect(linesThatDiffer(textBefore(summaryFile), textAfter(summaryFile))).toBe(
          isListed(before, one) ? 1 : 0,
        )
      },
    }
  },
  'a field changes lines of the frontmatter': (before) => {
    const one = before.chance.pick(documents(before))
    const description = before.chance.pick(['Another: one', 'x'.repeat(200), 'two\nlines', "it's"])
    return {
      change: (draft) => draft.changePage(one.page, { description, icon: 'gear', updatedAt: NOW }),
      check: ({ changed, textBefore, textAfter }) => {
        expect(changed).toEqual([file(one)])
        expect(withoutFrontmatter(textAfter(file(one)))).toBe(withoutFrontmatter(textBefore(file(one))))
        expect(splitPage(textAfter(file(one))).fields).toMatchObject({ description, icon: 'gear' })
      },
    }
  },
  'a text changes its page': (before) => {
    const one = before.chance.pick(documents(before))
    const more = before.chance.pick(['\n\nMore.\n', '# Looks like a title\n', '---\nx: 1\n---\n', '\nend'])
    return {
      change: async (draft) => {
        const text = one.page.body ? draft.nodes.text(one.page.body) : ''
        return draft.changePage(one.page, { body: draft.nodes.putText(text + more), updatedAt: NOW })
      },
      check: ({ changed, textBefore, textAfter }) => {
        expect(changed).toEqual([file(one)])
        const { title } = splitPage(textBefore(file(one))).fields
        if (title !== undefined) expect(splitPage(textAfter(file(one))).fields.title).toBe(title)
      },
    }
  },
  'a block changes its own lines': (before) => {
    const one = before.chance.pick(documents(before))
    const text = one.page.body ? before.imported.content.nodes.text(one.page.body) : ''
    const blocks = blocksOf(text)
    const at = before.chance.upTo(Math.max(0, blocks.length - 1))
    const block = blocks[at]
    if (!block) return
    const document = publicDocument(parseMarkdown(text))
    const nodes = document.nodes.toSpliced(at, 1, ...parseMarkdown('Edited *block*.').nodes)
    return {
      change: (draft) =>
        draft.changePage(one.page, { body: draft.nodes.putText(editMarkdown(text, { ...document, nodes })) }),
      check: ({ changed, textBefore, textAfter }) => {
        const [then, now] = [textBefore(file(one)), textAfter(file(one))]
        const { head, body } = splitPage(then)
        const rest = body.slice(block.to)
        expect(changed).toEqual([file(one)])
        expect(now.slice(0, head.length + block.from)).toBe(head + body.slice(0, block.from))
        expect(now.endsWith(rest)).toBe(true)
        expect(now.slice(head.length + block.from, now.length - rest.length)).toMatch(
          /^\s*Edited _block_\.\s*$/,
        )
      },
    }
  },
  'another name moves the file, its lines and the links that lead to it': (before) => {
    const one = before.chance.pick(
      documents(before).filter((page) => isListed(before, page) && file(page) !== 'README.md'),
    )
    if (!one) return
    const { links, summaryFile } = before.repository
    const linkers = [...links]
      .filter(([from, to]) => from !== file(one) && to.has(file(one)))
      .map(([from]) => from)
    return {
      change: (draft) => draft.changePage(one.page, { slug: 'renamed-page', updatedAt: NOW }),
      check: ({ changed, added, textBefore, textAfter }) => {
        expect(added).toHaveLength(1)
        expect(added[0]).toContain('renamed-page')
        expect(changed).toEqual(sorted([file(one), ...added, summaryFile, ...linkers]))
        const written = readSummary(textBefore(summaryFile), summaryFile).parts.flatMap(({ entries }) =>
          entries.flatMap(withChildren),
        )
        const own = written.filter(({ target }) => target.kind === 'file' && target.path === file(one))
        expect(linesThatDiffer(textBefore(summaryFile), textAfter(summaryFile))).toBe(own.length)
      },
    }
  },
  'another place moves the file, its line, its links and those that lead to it': (before) => {
    const { chance, repository } = before
    // Of a page that is listed twice, the first line is the page: elsewhere it would be another one.
    const one = chance.pick(
      documents(before).filter(
        (page) => isListed(before, page) && !all(page).some((each) => isInvolved(before, each)),
      ),
    )
    if (!one) return
    const below = new Set(all(one).map(({ page }) => page.id))
    const parents = before.pages.filter(
      (each) => each.page.type !== 'link' && isListed(before, each) && !below.has(each.page.id),
    )
    const into = chance.pick([null, ...parents])?.page.id ?? null
    const at = chance.upTo(placesIn(before, into, one.page))
    return {
      change: (draft) => draft.movePage(one.page, { into, at }),
      check: ({ changed, added, textBefore, textAfter }) => {
        const { links, summaryFile } = repository
        const linkers = [...links].filter(([, to]) => to.has(file(one))).map(([from]) => from)
        const allowed = new Set([file(one), ...added, summaryFile, ...linkers])
        expect(changed.filter((path) => !allowed.has(path))).toEqual([])
        if (added.length > 0) for (const path of linkers) expect(changed).toContain(path)
        expect(added.length).toBeLessThanOrEqual(1)
        const own = new Set(all(one).map(({ page }) => before.lineOf.get(page.id)))
        const others = lines(textBefore(summaryFile)).filter(
          (line, number) => !own.has(number) && line.trim() !== '',
        )
        // Of two that change places, either may be the one that stays.
        expect(withoutOthers(lines(textAfter(summaryFile)).sort(), others.sort())).toEqual(others)
      },
    }
  },
  'a new page adds its file and one line': (before) => {
    const { chance, repository } = before
    const parents = before.pages.filter((each) => each.page.type !== 'link' && isListed(before, each))
    const into = chance.pick([null, ...parents])?.page.id ?? null
    const at = chance.upTo(placesIn(before, into))
    const fields = {
      id: 'new',
      type: 'document' as const,
      title: 'Brand *new*',
      slug: 'brand-new',
      createdAt: NOW,
    }
    return {
      change: (draft) => draft.insertPage({ ...fields, body: draft.nodes.putText('Hello.') }, { into, at }),
      check: ({ changed, added, textBefore, textAfter }) => {
        const { summaryFile } = repository
        expect(added).toHaveLength(1)
        expect(changed).toEqual(sorted([...added, summaryFile]))
        expect(textAfter(added[0] ?? '')).toBe('# Brand \\*new\\*\n\nHello.\n')
        const rest = lines(textAfter(summaryFile)).filter((line) => !line.includes('Brand'))
        expect(rest.filter(isSaid)).toEqual(lines(textBefore(summaryFile)).filter(isSaid))
      },
    }
  },
  'a page that goes takes its file and its lines along': (before) => {
    const one = before.chance.pick(documents(before))
    const gone = all(one)
    const { summaryFile } = before.repository
    return {
      change: (draft) => draft.removePage(one.page),
      check: ({ changed, textBefore, textAfter }) => {
        const files = gone.map(file).filter((path) => path !== '')
        const hadLines = gone.some((page) => isListed(before, page))
        expect(changed).toEqual(sorted([...files, ...(hadLines ? [summaryFile] : [])]))
        const left = lines(textAfter(summaryFile)).filter(isSaid)
        expect(withoutOthers(lines(textBefore(summaryFile)), left)).toEqual(left)
      },
    }
  },
  'a group is added, named anew or moved in the table of contents alone': (before) => {
    const { chance, repository } = before
    const groups = before.pages.filter(({ page }) => page.type === 'group')
    const first = placesIn(before, null)
    const one = groups.length > 0 ? chance.pick(groups) : undefined
    const fields = {
      id: 'new',
      type: 'group' as const,
      title: 'New _group_',
      slug: 'new-group',
      body: null,
      createdAt: NOW,
    }
    // As above: with a page that is listed twice, another line of it might become the first.
    const canMove = one && !all(one).some((each) => isInvolved(before, each))
    const what = one ? chance.pick(['add', 'rename', ...(canMove ? ['move'] : [])]) : 'add'
    const at = first + chance.upTo(Math.max(0, groups.length - (what === 'move' ? 1 : 0)))
    return {
      change: async (draft) => {
        if (what === 'add' || !one) return draft.insertPage(fields, { into: null, at })
        if (what === 'rename') return draft.changePage(one.page, { title: 'Other *name*' })
        return draft.movePage(one.page, { into: null, at })
      },
      check: ({ changed, textBefore, textAfter }) => {
        expect(changed.filter((path) => path !== repository.summaryFile)).toEqual([])
        const [then, now] = [textBefore(repository.summaryFile), textAfter(repository.summaryFile)]
        if (what === 'rename') expect(linesThatDiffer(then, now)).toBe(1)
        if (what === 'move')
          expect(sorted(lines(now).filter(isSaid))).toEqual(sorted(lines(then).filter(isSaid)))
      },
    }
  },
}

function documents({ pages }: Before) {
  return pages.filter(({ page }) => page.type === 'document')
}

function isListed({ imported }: Before, { page }: PageTree) {
  return !imported.unlisted.has(page.id)
}

/** It is listed twice, or it is the second line of a page. */
function isInvolved({ pages }: Before, { page }: PageTree) {
  const pageMeant = (one: PageRecord) => (one.target && 'page' in one.target ? one.target.page : undefined)
  return pageMeant(page) !== undefined || pages.some((each) => pageMeant(each.page) === page.id)
}

/** How far down a page can stand in a table of contents: at the top only before the first group. */
function placesIn({ pages, imported }: Before, parent: string | null, but?: PageRecord) {
  const siblings = pages.filter(({ page }) => page.parent === parent && !imported.unlisted.has(page.id))
  const first = siblings.findIndex(({ page }) => page.type === 'group')
  return (first < 0 ? siblings : siblings.slice(0, first)).filter(({ page }) => page.id !== but?.id).length
}

function withoutFrontmatter(text: string) {
  return text
    .replace(/^(\ufeff?)---[ \t]*\r?\n(?:[\s\S]*?\n)??---[ \t]*(?:\r?\n|$)/, '$1')
    .replace(/^(\ufeff?)\s*/, '$1')
}

function linesThatDiffer(before: string, after: string) {
  const [then, now] = [lines(before), lines(after)]
  expect(now).toHaveLength(then.length)
  return then.filter((line, number) => line !== now[number]).length
}

/** The first list without what the second does not have, each as often as there. */
function withoutOthers(list: string[], wanted: string[]) {
  const left: string[] = []
  for (const line of list) if (line === wanted[left.length]) left.push(line)
  return left
}

function isSaid(line: string) {
  return line.trim() !== ''
}

type Summarized = ReturnType<typeof readSummary>['parts'][number]['entries'][number]

function withChildren(entry: Summarized): Summarized[] {
  return [entry, ...entry.children.flatMap(withChildren)]
}

function sorted(texts: Iterable<string>) {
  return [...new Set(texts)].sort()
}

describe('in generated repositories', () => {
  let services: Services
  beforeAll(async () => {
    services = (await openTestServices()).services
  })

  it.each(Object.entries(EDITS))('%s', async (_, editOf) => {
    const ctx = services.outside(SYSTEM)
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const chance = chanceFrom(draw)
        const repository = drawRepository(chance)
        const sync = memorySync(ctx, repository.directory)
        const imported = await sync.imports(repository.tree)
        expect((await sync.exports(imported, imported.content)).changed).toEqual([])
        expect((await sync.imports(repository.tree, imported.content)).root).toBe(imported.root)

        const pages = await sync.pages(imported.content)
        const lineOf = new Map([...imported.pageOfLine].map(([line, id]) => [id, line]))
        const edit = editOf({ imported, pages, lineOf, repository, chance })
        if (!edit) return
        const edited = await sync.edited(imported.content, edit.change)
        const { tree, syncBase, changed } = await sync.exports(imported, edited)
        const { prefix } = repository
        edit.check({
          changed,
          added: changed.filter((path) => !repository.tree.has(prefix + path)),
          textBefore: (path) => textIn(repository.tree, prefix + path) ?? '',
          textAfter: (path) => textIn(tree, prefix + path) ?? '',
        })
        const again = await sync.imports(tree, syncBase)
        const fresh = await memorySync(ctx, repository.directory).imports(tree)
        for (const content of [imported.content, edited, syncBase, again.content, fresh.content])
          expect(await pathFaults(content)).toEqual([])
        const wanted = await outlineOf(syncBase, again.unlisted)
        expect(await outlineOf(again.content, again.unlisted)).toEqual(wanted)
        expect(await outlineOf(fresh.content, fresh.unlisted)).toEqual(wanted)
        expect((await sync.exports(again, again.content)).changed).toEqual([])
      }),
      { numRuns: draws(30), endOnFailure: true },
    )
  })
})
