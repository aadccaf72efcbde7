// Links to what is not in the space itself: other spaces and their pages, people, collections. They are addresses of
// this installation, so they work in a browser and in every other Markdown tool too.
import type { ContentRef } from '../content/records.ts'

/** Turns a path of this installation into the address that the world knows. */
export type InstallationAddresses = { of(path: string): string }

/** The address for a reference that leaves the space; undefined for what stays inside. */
export function addressOf(
  addresses: InstallationAddresses,
  ref: ContentRef,
  homeSpaceId: string,
): string | undefined {
  switch (ref.kind) {
    case 'page':
      return leaves(ref.space, homeSpaceId) ? addresses.of(`/s/${ref.space}/${ref.page}`) : undefined
    case 'anchor':
      return leaves(ref.space, homeSpaceId)
        ? addresses.of(`/s/${ref.space}/${ref.page ?? ''}#${ref.anchor}`)
        : undefined
    case 'space':
      return addresses.of(`/s/${ref.space}`)
    case 'user':
      return addresses.of(`/u/${ref.user}`)
    case 'collection':
      return addresses.of(`/c/${ref.collection}`)
    default:
      return
  }
}

function leaves(space: string | undefined, home: string) {
  return space !== undefined && space !== home
}

/** The reverse: what an address of this installation leads to. */
export function refOfAddress(addresses: InstallationAddresses, url: string): ContentRef | undefined {
  const base = addresses.of('/')
  if (!url.startsWith(base)) return
  const [, kind, id = '', page, anchor] =
    /^([scu])\/([\w-]+)(?:\/([\w-]+))?(?:#(.+))?$/.exec(url.slice(base.length)) ?? []
  if (kind === 'u') return { kind: 'user', user: id }
  if (kind === 'c') return { kind: 'collection', collection: id }
  if (kind !== 's') return
  if (page && anchor) return { kind: 'anchor', space: id, page, anchor }
  return page ? { kind: 'page', space: id, page } : { kind: 'space', space: id }
}
