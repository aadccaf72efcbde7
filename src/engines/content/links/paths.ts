// Where pages and files are in a repository, and how Markdown on one of them names another: by relative path.
import type { FileRecord, PageRecord, ReusableRecord } from '../records.ts'

export const ASSETS = '.gitbook/assets'

/** The file of a page. One that never came from Git is at its own path; with pages below it, it is a folder's README. */
export function fileOfPage(page: PageRecord, path: string) {
  if (page.git) return page.git.path
  return page.children === null ? `${path}.md` : `${path}/README.md`
}

export function fileOfAsset(file: Pick<FileRecord, 'name' | 'git'>) {
  return file.git?.path ?? `${ASSETS}/${file.name}`
}

export function fileOfReusable({ git, id }: ReusableRecord) {
  return git?.path ?? `.gitbook/includes/${id}.md`
}

/** A link target taken apart. Outside ones name a scheme or a host. */
export type LinkTarget =
  | { kind: 'outside'; url: string }
  | { kind: 'fragment'; fragment: string }
  | { kind: 'inside'; path: string; tail: string }

/** What a target in a file means: `path` is from the top of the space, `tail` its query and fragment. */
export function readTarget(target: string, file: string): LinkTarget {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return { kind: 'outside', url: target }
  if (target.startsWith('#')) return { kind: 'fragment', fragment: target.slice(1) }
  const [, text = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
  const folder = text.startsWith('/') ? [] : file.split('/').slice(0, -1)
  return { kind: 'inside', path: joined(folder, decoded(text)), tail }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A fragment as an address has it. A text may name it either way: in plain letters, or encoded already. */
export function encodedFragment(fragment: string) {
  return encodeURIComponent(decoded(fragment))
}

/** Climbing above the top stays there as `..`, so that it matches nothing inside. */
function joined(folder: string[], path: string) {
  const parts = [...folder]
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** Leads out of the space, as into another one of the same repository. */
export function isAbove(path: string) {
  return path === '..' || path.startsWith('../')
}

/** A target as it is written in a file that is elsewhere now: what is above the space stays where it is. */
export function carriedTarget(target: string, from: string, to: string) {
  const read = readTarget(target, from)
  if (read.kind !== 'inside' || !isAbove(read.path)) return target
  const there = readTarget(target, to)
  // What means the same from there stays as it was spelt.
  if (there.kind === 'inside' && there.path === read.path) return target
  const slash = /^[^?#]*\/(?:[?#]|$)/.test(target) ? '/' : ''
  return relativeTarget(to, read.path) + slash + read.tail
}

/** How a file names another one. */
export function relativeTarget(from: string, to: string) {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++
  const up = here.slice(shared).map(() => '..')
  const target = [...up, ...there.slice(shared)].map(encoded).join('/')
  // A name with a colon is not a scheme.
  return /^[a-z][a-z0-9+.-]*:/i.test(target) ? `./${target}` : target
}

/** Only what would end or break a Markdown target is encoded; letters of any script stay readable. */
function encoded(part: string) {
  return part.replaceAll(/[\s()<>%?#"'\\]/g, (sign) => encodeURIComponent(sign).replace(/[()']/g, hex))
}

function hex(sign: string) {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** The page paths that a path of Markdown may mean: with and without ending, and a folder by its README. */
export function pagePathsFor(path: string) {
  const bare = path.replace(/\.md$/i, '')
  const folder = bare.replace(/(^|\/)readme$/i, '')
  return bare === folder ? [bare] : [bare, folder]
}
