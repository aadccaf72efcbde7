// What leads to nothing in the repository: links of pages, lines of the table of contents, redirects; and what stays in
// it, since it is no page and no file. All of it is told, and kept as it is.

import type { TreeEntry } from '../../../world/git/git.ts'
import { isAbove, readTarget } from '../../content/links/paths.ts'
import { resolveTargets } from '../../content/links/resolve.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { Redirect } from '../../repository/config.ts'
import { MOST_FILE_BYTES } from '../../repository/limits.ts'
import type { ReadLink } from '../../repository/page/read-pages.ts'
import { resolvePath } from '../../repository/paths.ts'
import { linesMeant } from '../../repository/plan.ts'
import { entriesIn } from '../../repository/summary/summary.ts'
import { isUtf8 } from '../../repository/text-bytes.ts'
import { ASSETS_FOLDER, isOutOfSight, MOST_PAGE_BYTES } from '../file-kinds.ts'
import type { FileProblem, ReadPage, Repository } from '../types.ts'

type Checked = {
  repository: Pick<Repository, 'taken' | 'prefix' | 'everything'>
  /** As readers see it now. */
  content: RevisionView
  /** Whether a page, a file or a reusable content of the space has this path. */
  isKept: (path: string) => boolean
  /** Folders of the repository that are other spaces. */
  neighbours?: string[]
}

/** All that is broken in a page. Links are resolved as for readers; most are where they say, and need not be. */
export function damageChecker({ repository, content, isKept, neighbours = [] }: Checked) {
  const why = reasonsIn(repository)
  const isNextDoor = (path: string) => isAbove(path) && why.isElsewhere(path, neighbours)

  async function broken(file: string, links: ReadLink[]) {
    const doubtful = links.filter(([target, path]) => target === '' || !(isKept(path) || isNextDoor(path)))
    if (doubtful.length === 0) return []
    const meanings = await resolveTargets(
      content,
      { file },
      doubtful.map(([target]) => target),
    )
    return doubtful.filter(([target]) => meanings.get(target)?.kind === 'nothing')
  }

  /** A cover is a file; the page in another language may be in another space of the repository. */
  async function brokenInHead(file: string, links: ReadLink[]) {
    const covers = links.filter(([, path, , use]) => use === 'cover' && !isKept(path))
    const alternates = await broken(
      file,
      links.filter(([, , , use]) => use === 'alternate' || use === 'canonical'),
    )
    return [...covers, ...alternates.filter(([, path]) => !(isAbove(path) && why.isElsewhere(path)))]
  }

  return async function damageOf(file: string, page: ReadPage): Promise<FileProblem[]> {
    const links = [...(await brokenInHead(file, page.headLinks)), ...(await broken(file, page.links))]
    const problems = links.map(([target, path, line, use]): FileProblem => {
      const message = target === '' ? 'A link has no target' : `${told(use, target)}${why.of(path, target)}`
      return { file, kind: kindOf(use, path), message, line }
    })
    const inText = page.problems.map((problem) => ({ ...problem, file }))
    return [...inText, ...problems].sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
  }
}

function kindOf(use: ReadLink[3], path: string): string {
  if (use === 'include') return 'missing-include'
  if (use === 'image' || use === 'cover' || use === 'file') return 'missing-file'
  return /\.md$/i.test(path) || !/\.[^./]{1,5}$/.test(path) ? 'broken-link' : 'missing-file'
}

function told(use: ReadLink[3], target: string): string {
  const written = `\`${target.slice(0, 300)}\``
  switch (use) {
    case 'image':
      return `The picture ${written} is not there`
    case 'cover':
      return `The cover ${written} is not there`
    case 'include':
      return `The text ${written} that is included here is not there`
    case 'file':
    case 'openapi':
      return `The file ${written} is not there`
    case 'canonical':
      return `The canonical page ${written} is not there`
    case 'alternate':
      return `The page in another language, ${written}, is not there`
    default:
      return `The link to ${written} is broken`
  }
}

/** Why nothing is found at a path, as far as the repository tells. */
function reasonsIn({ taken, prefix, everything }: Checked['repository']) {
  const near = once(() => {
    const [folders, capitals] = [new Set<string>(), new Map<string, string>()]
    for (const path of taken) {
      capitals.set(path.toLowerCase(), path)
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        if (folders.has(path.slice(0, at))) break
        folders.add(path.slice(0, at))
      }
    }
    return { folders, capitals }
  })
  const elsewhere = once(() => new Set(everything.map(({ path }) => path)))

  /** In the repository, or in one of these folders of it. */
  function isElsewhere(path: string, folders = ['']) {
    const whole = resolvePath(prefix.replace(/\/$/, ''), path) ?? ''
    const found = [whole, `${whole}/README.md`].find((file) => elsewhere().has(file))
    return found !== undefined && folders.some((folder) => found.startsWith(folder))
  }

  return {
    isElsewhere,
    of(path: string, written = path): string {
      if (/^broken-reference$|^\/?broken\//.test(written))
        return ': this placeholder marks a target that was lost earlier'
      if (isAbove(path)) return ': that is outside this space'
      if (taken.has(path)) return ': the target is neither a page nor a file of this space'
      const { folders, capitals } = near()
      if (folders.has(path)) return ': that is a folder without a README.md'
      if (taken.has(`${path}.md`)) return `: the extension is missing, \`${path.slice(0, 300)}.md\` exists`
      const other = capitals.get(path.toLowerCase()) ?? capitals.get(`${path}/readme.md`.toLowerCase())
      return other === undefined ? '' : `: \`${other.slice(0, 300)}\` exists, in different case`
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Listing = Checked['repository'] & Pick<Repository, 'summaryFile' | 'summary'>

/** Lines of the table of contents that list no page, or one that is listed already. */
export function lostEntries(repository: Listing, pageFiles: ReadonlySet<string>): FileProblem[] {
  const { summaryFile: file, summary, taken } = repository
  const why = reasonsIn(repository)
  const problems: FileProblem[] = []
  const meant = summary ? linesMeant(summary.read) : undefined
  for (const { title, target, line: above } of summary ? entriesIn(summary.read) : []) {
    if (target.kind !== 'file') continue
    const { path, fragment } = target
    const line = above + 1
    const said = `“${title.slice(0, 100)}” leads to \`${path.slice(0, 300)}\``
    if (pageFiles.has(path)) {
      const place = meant?.get(path) ?? above
      const message = `${said}, which is also on line ${place + 1}; it becomes a link to that page`
      if (place !== above && !fragment) problems.push({ file, kind: 'listed-twice', message, line })
    } else if (taken.has(path))
      problems.push({
        file,
        kind: 'no-page',
        message: `${said}, which is not a page; it is shown as a link`,
        line,
      })
    else {
      const message = `${said}, which is not there${why.of(path)}`
      problems.push({ file, kind: 'missing-page', message, line })
    }
  }
  return problems
}

type Configured = { file: string; text: string; redirects: Redirect[]; files: ReadonlyMap<string, unknown> }

export function deadRedirects({ file, text, redirects, files }: Configured): FileProblem[] {
  const isDead = ({ to }: Redirect) => {
    const target = readTarget(to, '')
    if (target.kind !== 'inside') return false
    const { path } = target
    return ![path, `${path}.md`, path === '' ? 'README.md' : `${path}/README.md`].some((one) =>
      files.has(one),
    )
  }
  const lines = once(() => {
    const keys = text.split('\n').map((line) => /^\s*(["']?)(.+?)\1\s*:(?:\s|$)/.exec(line)?.[2] ?? '')
    return new Map(keys.map((key, at) => [key, at + 1]))
  })
  return redirects.filter(isDead).map(({ from, to, key }) => {
    const message = `\`${from.slice(0, 200)}\` is redirected to \`${to.slice(0, 200)}\`, which is not there`
    return { file, kind: 'dead-redirect', message, line: lines().get(key) }
  })
}

/** What the configuration names and nobody finds; without a table of contents, folders are one. */
export function missingNamed(
  file: string,
  { readme, summary }: { readme: string; summary: string },
  taken: ReadonlySet<string>,
): FileProblem[] {
  const named = [
    { key: 'readme', path: readme, usual: 'README.md' },
    { key: 'summary', path: summary, usual: 'SUMMARY.md' },
  ]
  return named
    .filter(({ path, usual }) => path !== usual && !taken.has(path))
    .map(({ key, path }) => {
      const message = `\`structure.${key}\` names \`${path.slice(0, 300)}\`, which is not there`
      return { file, kind: 'missing-page', message }
    })
}

/** What no page or file is made of, by how it is kept in Git or by its name. */
export function neitherNor(entries: TreeEntry[], prefix: string): FileProblem[] {
  return entries.flatMap(({ path, mode, isText }): FileProblem[] => {
    const file = path.slice(prefix.length).toWellFormed()
    if (isOutOfSight(file)) return []
    if (!isText) {
      const message = 'The name of this file is not UTF-8; it stays in the repository and is not shown'
      return [{ file, kind: 'unreadable-name', message }]
    }
    const what = mode === '120000' ? 'a symbolic link' : mode === '160000' ? 'a submodule' : undefined
    const message = `This is ${what}; it stays in the repository and is not shown`
    return what ? [{ file, kind: 'no-file', message }] : []
  })
}

/** Files that stay in the repository. */
export function leftBehind(
  { files }: Pick<Repository, 'files'>,
  unreadable: Iterable<string>,
): FileProblem[] {
  const tooLarge = (file: string, most: number, what: string) => {
    const message = `The file is larger than ${most / 1_000_000} MB, which is too large for ${what}; it stays in the repository`
    return { file, kind: 'too-large', message }
  }
  const large = [...files].flatMap(([path, { size }]) => {
    const isPage = /\.md$/i.test(path) && !path.startsWith(ASSETS_FOLDER)
    if (isPage) return size > MOST_PAGE_BYTES ? [tooLarge(path, MOST_PAGE_BYTES, 'a page')] : []
    const isAsset = path.startsWith(ASSETS_FOLDER) && size > MOST_FILE_BYTES
    return isAsset ? [tooLarge(path, MOST_FILE_BYTES, 'a file')] : []
  })
  return [
    ...large,
    ...Array.from(unreadable, (file) => {
      const message =
        'The file could not be read as a page; it stays in the repository, and the page as it was before'
      return { file, kind: 'unreadable', message }
    }),
  ]
}

export function strangeSigns(file: string, bytes: Buffer): FileProblem[] {
  if (isUtf8(bytes)) return []
  return [{ file, kind: 'not-utf8', message: 'The file is not UTF-8; unreadable characters are shown as �' }]
}
