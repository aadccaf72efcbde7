import type { Task } from '../../../world/threads/threads.ts'
import { readTarget } from '../../content/links/paths.ts'
import { writeLinkList } from '../../markdown/links/link-list.ts'
import { inspectPage, type PageTarget } from '../report/inspect.ts'
import type { RepositoryProblem } from '../report/problems.ts'
import type { HeadTarget } from './frontmatter.ts'
import { type HeadFields, isPlainHead } from './page-file.ts'

export type PageFile = { path: string; bytes: Uint8Array }
export type PageRead = {
  path: string
  fields: HeadFields
  body: string
  /** What is before the text, where it says more than the title. */
  head?: string
  /** Otherwise the text lacks what could not be read. */
  isUtf8: boolean
  /** What its links lead to inside the space, each target once. */
  links: ReadLink[]
  headLinks: ReadLink[]
  /** All links of the body, as its readers meet them: a list of link-list.ts. */
  linkList: string
  problems: RepositoryProblem[]
}

/** A target as it is written, the path it means, and where it first stands. */
export type ReadLink = [target: string, path: string, line: number, use: (PageTarget | HeadTarget)['use']]

/** Takes the files of pages apart, and looks for what is damaged in them. */
export const readPages: Task<PageFile[], PageRead[]> = {
  name: 'repository.read-pages',
  lane: 'git',
  isApart: true,
  work: (files) => files.map(readPage),
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

function readPage({ path, bytes }: PageFile): PageRead {
  const { text, problems: unreadable } = decode(bytes)
  const { head, fields, links, headTargets, problems } = inspectPage(text)
  return {
    path,
    fields,
    body: text.slice(head.length),
    head: isPlainHead(head, fields) ? undefined : head,
    isUtf8: unreadable.length === 0,
    links: insideOf(links, path),
    headLinks: insideOf(headTargets, path),
    linkList: writeLinkList(links),
    problems: [...unreadable, ...problems],
  }
}

function insideOf(links: (PageTarget | HeadTarget)[], file: string): ReadLink[] {
  const inside = new Map<string, ReadLink>()
  for (const { target, line, use } of links) {
    if (inside.has(target)) continue
    const read = readTarget(target, file)
    if (read.kind === 'inside') inside.set(target, [target, read.path, line, use])
  }
  return [...inside.values()]
}

function decode(bytes: Uint8Array): { text: string; problems: RepositoryProblem[] } {
  try {
    return { text: strict.decode(bytes), problems: [] }
  } catch {
    const message = 'The file is not UTF-8; unreadable characters are shown as �'
    return { text: lenient.decode(bytes), problems: [{ kind: 'not-utf8', message }] }
  }
}
