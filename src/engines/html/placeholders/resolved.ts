import type { ContentRef } from '../../content/records.ts'
import { safeHref, safeUrl } from '../safe-url.ts'
import type { Filling, TargetLink } from '../written-document.ts'

/** Where a reference leads; undefined where it leads nowhere that may be followed. */
export function targetOf({ resolve }: Filling, ref: ContentRef): TargetLink | undefined {
  const found = resolve(ref) ?? byItself(ref)
  const href = found ? safeHref(found.href) : ''
  return found && href !== '' ? { ...found, href } : undefined
}

function byItself(ref: ContentRef): TargetLink | undefined {
  if (ref.kind === 'url') return { href: ref.url.startsWith('#') ? ref.url : safeUrl(ref.url) }
  if (ref.kind === 'anchor' && ref.page === undefined && ref.space === undefined)
    return { href: `#${ref.anchor}` }
  return undefined
}
