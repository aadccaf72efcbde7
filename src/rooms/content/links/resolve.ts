// What links lead to that stand where they stood, while something else came or went. Their pages need not be read.
import { type ResolvedLink, resolveTargets, standpointsOf } from '../../../engines/content/links/resolve.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { LinkRow } from '../pages/link-index/store.ts'

/** Folder by folder: the same target means the same on all pages of one. */
export async function resolvedAnew(view: RevisionView, links: LinkRow[]): Promise<LinkRow[]> {
  const resolved: LinkRow[] = []
  for (const [folder, inFolder] of await byFolder(view, links)) {
    const targets = inFolder.map(({ target }) => target)
    const meanings = await resolveTargets(view, { file: folder }, targets)
    for (const link of inFolder) resolved.push(leadingTo(link, meanings.get(link.target)))
  }
  return resolved
}

async function byFolder(view: RevisionView, links: LinkRow[]) {
  const pages = new Set(links.map(({ pageId }) => pageId))
  const standpoints = await standpointsOf(view, [...pages])
  const folders = new Map<string, LinkRow[]>()
  for (const link of links) {
    const file = standpoints.get(link.pageId)?.file ?? ''
    const folder = file.slice(0, file.lastIndexOf('/') + 1)
    const known = folders.get(folder)
    if (known) known.push(link)
    else folders.set(folder, [link])
  }
  return folders
}

function leadingTo(link: LinkRow, meant: ResolvedLink | undefined): LinkRow {
  switch (meant?.kind) {
    case undefined:
      return link
    case 'page':
      return { ...link, kind: 'page', targetId: meant.page, fragment: meant.fragment ?? null }
    case 'file':
      return { ...link, kind: 'file', targetId: meant.file, fragment: null }
    case 'reusable':
      return { ...link, kind: 'reusable', targetId: meant.reusable, fragment: null }
    case 'outside':
      return { ...link, kind: 'outside', targetId: meant.url, fragment: null }
    case 'nothing':
      return { ...link, kind: 'nothing', targetId: meant.path, fragment: null }
    default:
      return meant satisfies never
  }
}
