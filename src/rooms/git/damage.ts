// What leads to nothing in the repository: links of pages, lines of the table of contents, redirects. All of it is told,
// and kept as it is.
import type { Redirect } from '../../repository/config.ts'
import { entriesIn } from '../../repository/summary.ts'
import { isUtf8 } from '../../repository/text-bytes.ts'
import type { ReadPage } from './read-files.ts'
import { ASSETS_FOLDER, type FileProblem, MOST_PAGE_BYTES, type Repository } from './repository.ts'

/** Whether a path is a file, a folder, or a page without its ending. */
export function existsIn(taken: ReadonlySet<string>) {
  const folders = new Set<string>()
  for (const path of taken) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
  }
  return (path: string) => path === '' || taken.has(path) || folders.has(path) || taken.has(`${path}.md`)
}

export function linkChecker({ taken, exists }: Pick<Repository, 'taken' | 'exists'>) {
  return function brokenLinks(file: string, links: ReadPage['links']): FileProblem[] {
    const problems: FileProblem[] = []
    for (const [link, path] of links) {
      if (exists(path) || (!link.includes('/') && taken.has(ASSETS_FOLDER + path))) continue
      const isPage = /\.md$/i.test(path) || !/\.[^./]{1,5}$/.test(path)
      const kind = isPage ? 'broken-link' : 'missing-file'
      problems.push({ file, kind, message: `The link to ${link.slice(0, 300)} leads to nothing` })
    }
    return problems
  }
}

type Listing = Pick<Repository, 'exists' | 'summaryFile' | 'summary'>

export function lostEntries({ exists, summaryFile, summary }: Listing): FileProblem[] {
  const problems: FileProblem[] = []
  for (const { title, target, line } of summary ? entriesIn(summary.read) : []) {
    if (target.kind !== 'file' || exists(target.path)) continue
    const message = `“${title.slice(0, 100)}” leads to \`${target.path.slice(0, 300)}\`, which is not there`
    problems.push({ file: summaryFile, kind: 'missing-page', message, line: line + 1 })
  }
  return problems
}

export function deadRedirects(
  redirects: Redirect[],
  exists: Repository['exists'],
  file: string,
): FileProblem[] {
  const isDead = ({ to }: Redirect) =>
    !/^[a-z][a-z0-9+.-]*:/i.test(to) && !exists(to.replace(/#.*$|\/+$/g, ''))
  return redirects.filter(isDead).map(({ from, to }) => {
    const message = `\`${from.slice(0, 200)}\` is redirected to \`${to.slice(0, 200)}\`, which is not there`
    return { file, kind: 'dead-redirect', message }
  })
}

/** Texts that stay in the repository. */
export function leftBehind(
  { files }: Pick<Repository, 'files'>,
  unreadable: Iterable<string>,
): FileProblem[] {
  const large = [...files].filter(([path, { size }]) => /\.md$/i.test(path) && size > MOST_PAGE_BYTES)
  const most = `${MOST_PAGE_BYTES / 1_000_000} MB`
  return [
    ...large.map(([file]) => {
      const message = `The file is larger than ${most}, which is too large for a page; it stays in the repository`
      return { file, kind: 'too-large', message }
    }),
    ...Array.from(unreadable, (file) => {
      const message =
        'The file could not be read as a page; it stays in the repository, and the page as it was before'
      return { file, kind: 'unreadable', message }
    }),
  ]
}

export function strangeSigns(file: string, bytes: Buffer): FileProblem[] {
  if (isUtf8(bytes)) return []
  return [
    { file, kind: 'not-utf8', message: 'The file is not UTF-8; signs that can not be read are shown as �' },
  ]
}
