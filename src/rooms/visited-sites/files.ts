// Files of a site, at the addresses that its pages name.
import { findFile } from '../../content/nodes/revision.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { SiteAnswer } from '../../site/answers.ts'
import { readComputed } from '../computed/computing.ts'
import { isAddressOfFile } from '../files/site-files.ts'
import { openView } from '../revisions/revisions.ts'
import { isPrivate, type VisitedSite } from './visited-site.ts'

/** `parts`: what comes behind `~files/`. */
export async function openFile(
  ctx: ReadContext,
  { site, structure }: VisitedSite,
  parts: readonly string[],
): Promise<SiteAnswer | undefined> {
  const [spaceId = '', fileId = '', proof = ''] = parts
  const [blob = '', signature = ''] = proof.split('.')
  if (!isAddressOfFile(ctx, { siteId: site.id, spaceId, fileId, blob }, signature)) return
  const space = structure.siteSpaces.find((one) => one.space.id === spaceId)?.space
  if (!space) return
  const view = await openView(ctx, space.id, space.revisionId)
  const file =
    (await findFile(view, fileId)) ?? (await findFile(await readComputed(ctx, space.id, view), fileId))
  if (!file || file.blob !== blob) return
  return { kind: 'file', blob, name: file.name, contentType: file.contentType, isPrivate: isPrivate(site) }
}
