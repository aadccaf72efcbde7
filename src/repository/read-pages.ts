import { readTarget } from '../content/paths.ts'
import type { Task } from '../world/threads.ts'
import { inspectPage } from './inspect.ts'
import type { HeadFields } from './page-file.ts'
import type { Problem } from './problems.ts'

export type PageFile = { path: string; bytes: Uint8Array }
export type PageRead = {
  path: string
  fields: HeadFields
  body: string
  /** What its links lead to inside the space: the target as it is written, and the path it means. */
  links: [target: string, path: string][]
  problems: Problem[]
}

/** Takes the files of pages apart, and looks for what is damaged in them. */
export const readPages: Task<PageFile[], PageRead[]> = {
  name: 'repository.read-pages',
  work: (files) => files.map(readPage),
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

function readPage({ path, bytes }: PageFile): PageRead {
  const { text, problems: unreadable } = decode(bytes)
  const { head, fields, links, problems } = inspectPage(text)
  const inside = insideOf(links, path)
  return {
    path,
    fields,
    body: text.slice(head.length),
    links: inside,
    problems: [...unreadable, ...problems],
  }
}

function insideOf(links: string[], file: string): PageRead['links'] {
  const inside: PageRead['links'] = []
  for (const link of new Set(links)) {
    const target = readTarget(link, file)
    if (target.kind === 'inside') inside.push([link, target.path])
  }
  return inside
}

function decode(bytes: Uint8Array): { text: string; problems: Problem[] } {
  try {
    return { text: strict.decode(bytes), problems: [] }
  } catch {
    const message = 'The file is not UTF-8; signs that can not be read are shown as �'
    return { text: lenient.decode(bytes), problems: [{ kind: 'not-utf8', message }] }
  }
}
