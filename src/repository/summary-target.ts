import { decodePath, folderOf, resolvePath } from './paths.ts'

export type SummaryTarget =
  | { kind: 'file'; path: string; fragment?: string }
  | { kind: 'url'; url: string }
  | { kind: 'none' }

/** What an entry of the table of contents leads to, and whether that lies where it should not. */
export function summaryTarget(
  target: string | undefined,
  file: string,
): { target: SummaryTarget; isOutside: boolean } {
  if (target === undefined || target.trim() === '') return { target: { kind: 'none' }, isOutside: false }
  const url = { kind: 'url' as const, url: target }
  if (/^(?:[a-zA-Z][a-zA-Z0-9+.-]*:|\/\/|#)/.test(target)) return { target: url, isOutside: false }
  if (target.startsWith('/')) return { target: url, isOutside: true }
  const hash = target.indexOf('#')
  const written = hash < 0 ? target : target.slice(0, hash)
  const path = resolvePath(folderOf(file), decodePath(written))
  if (path === undefined) return { target: url, isOutside: true }
  const fragment = hash < 0 ? '' : target.slice(hash + 1)
  return { target: { kind: 'file', path, ...(fragment !== '' && { fragment }) }, isOutside: false }
}
