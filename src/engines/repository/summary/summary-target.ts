import { isDeepStrictEqual } from 'node:util'
import { decodePath, folderOf, resolvePath } from '../paths.ts'

export type SummaryTarget =
  | { kind: 'file'; path: string; fragment?: string }
  | { kind: 'url'; url: string }
  | { kind: 'none' }

/** What an entry of the table of contents leads to, and whether that is where it should not. */
export function summaryTarget(
  written: string | undefined,
  file: string,
): { target: SummaryTarget; isOutside: boolean } {
  const target = written?.replaceAll('\0', '\ufffd')
  if (target === undefined || target.trim() === '') return { target: { kind: 'none' }, isOutside: false }
  const url = { kind: 'url' as const, url: target }
  if (/^(?:[a-zA-Z][a-zA-Z0-9+.-]*:|\/\/|#)/.test(target)) return { target: url, isOutside: false }
  const hash = target.indexOf('#')
  const place = hash < 0 ? target : target.slice(0, hash)
  // A slash in front means the top of the space.
  const path = resolvePath(place.startsWith('/') ? '' : folderOf(file), decodePath(place))
  if (path === undefined) return { target: url, isOutside: true }
  const fragment = hash < 0 ? '' : target.slice(hash + 1)
  return { target: { kind: 'file', path, ...(fragment !== '' && { fragment }) }, isOutside: false }
}

/** A folder means its README, which `isFile` knows. */
export function targetMeant(target: SummaryTarget, isFile: (path: string) => boolean): SummaryTarget {
  if (target.kind !== 'file' || isFile(target.path)) return target
  const path = target.path === '' ? README : `${target.path}/${README}`
  return isFile(path) ? { ...target, path } : target
}

const README = 'README.md'

/** Whether two targets lead to the same place, however they are spelt. */
export function isSamePlace(one: SummaryTarget, other: SummaryTarget): boolean {
  if (one.kind !== 'file' || other.kind !== 'file') return isDeepStrictEqual(one, other)
  return folderMeant(one.path) === folderMeant(other.path) && one.fragment === other.fragment
}

function folderMeant(path: string): string {
  return path.replace(/(?:^|\/)README\.md$/, '')
}
