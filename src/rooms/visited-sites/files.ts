// Files of a site: an address that stays as long as the bytes do. Its signature says that a page of this site names the
// file; whether this visitor may read the site and the space is asked each time.
import { findFile } from '../../content/nodes/revision.ts'
import type { FileRecord } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { SiteAnswer } from '../../site/answers.ts'
import { readComputed } from '../computed/computing.ts'
import { openRevision } from '../revisions/revisions.ts'
import { isPrivate, type VisitedSite } from './visited-site.ts'

const PURPOSE = 'file of a site'

export function addressOfFile(
  { signer }: Pick<ReadContext, 'signer'>,
  { site, home }: Pick<VisitedSite, 'site' | 'home'>,
  space: { id: string },
  { id, blob, name }: FileRecord,
) {
  const signature = signer.sign(PURPOSE, nameOf(site.id, space.id, id, blob))
  return `${home}/~files/${space.id}/${id}/${blob}.${signature}/${encodeURIComponent(name)}`
}

function nameOf(...ids: string[]) {
  return ids.join(' ')
}

/** `parts`: what comes behind `~files/`. */
export async function openFile(
  ctx: ReadContext,
  { site, structure }: VisitedSite,
  parts: readonly string[],
): Promise<SiteAnswer | undefined> {
  const [spaceId = '', fileId = '', proof = ''] = parts
  const [blob = '', signature = ''] = proof.split('.')
  if (!ctx.signer.isSigned(PURPOSE, nameOf(site.id, spaceId, fileId, blob), signature)) return
  const space = structure.siteSpaces.find((one) => one.space.id === spaceId)?.space
  if (!space) return
  const { view } = await openRevision(ctx, space.id, space.revisionId)
  const file =
    (await findFile(view, fileId)) ?? (await findFile(await readComputed(ctx, space.id, view), fileId))
  if (!file || file.blob !== blob) return
  return { kind: 'file', blob, name: file.name, contentType: file.contentType, isPrivate: isPrivate(site) }
}
