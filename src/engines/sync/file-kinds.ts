// Which files of a repository are pages, texts shared by pages, and other files.

import type { TreeEntry } from '../../world/git/git.ts'
import { entriesIn, type SummaryEntry } from '../repository/summary/summary.ts'
import type { Repository } from './types.ts'

const INCLUDES = '.gitbook/includes/'
export const ASSETS_FOLDER = '.gitbook/assets/'
export const VARIABLES_FILE = '.gitbook/vars.yaml'

/** What is larger is no text that somebody wrote: it stays in the repository. */
export const MOST_PAGE_BYTES = 5_000_000

/** Texts that are shared by pages. */
export function includesOf({ files }: Repository) {
  const isInclude = ([path, { size }]: [string, TreeEntry]) =>
    path.startsWith(INCLUDES) && /\.md$/i.test(path) && size <= MOST_PAGE_BYTES
  return new Set([...files].filter(isInclude).map(([path]) => path))
}

/** Markdown that may be a page. What is in a folder that hides is one only if the table of contents lists it. */
export function pageFilesOf({ files, summaryFile, summary }: Repository) {
  const listed = new Set(summary && entriesIn(summary.read).map(fileListed))
  const pages = new Set<string>()
  for (const [path, { size }] of files) {
    if (!/\.md$/i.test(path) || path === summaryFile || path.startsWith('.gitbook/')) continue
    if (size > MOST_PAGE_BYTES) continue
    if (!HIDES.test(path) || listed.has(path)) pages.add(path)
  }
  return pages
}

/** Not a place for pages or files. */
export function isOutOfSight(path: string) {
  return HIDES.test(path) && !path.startsWith('.gitbook/')
}

const HIDES = /(?:^|\/)(?:\.|node_modules(?:\/|$))/

export function isTextFile(path: string, pageFiles: ReadonlySet<string>) {
  return pageFiles.has(path) || (/\.md$/i.test(path) && !path.startsWith(ASSETS_FOLDER))
}

function fileListed({ target }: SummaryEntry) {
  return target.kind === 'file' ? target.path : undefined
}
