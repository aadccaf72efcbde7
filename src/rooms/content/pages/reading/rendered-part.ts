// A part of a page as readers see it, for somebody who edits it. API descriptions and integrations are named only.
import { fileOfReusable } from '../../../../engines/content/links/paths.ts'
import {
  findFile,
  findPagesWithPaths,
  findReusable,
  textOfBody,
} from '../../../../engines/content/nodes/revision.ts'
import type { ContentRef } from '../../../../engines/content/records.ts'
import { fillIn, refsIn } from '../../../../engines/html/placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS } from '../../../../engines/html/words.ts'
import { writeDocument } from '../../../../engines/html/write-document.ts'
import type { TargetLink, WrittenDocument } from '../../../../engines/html/written-document.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { downloadUrl } from './downloads.ts'
import { type Reading, readDocument } from './reader-texts.ts'

const MOST_INCLUDES = 20
const MOST_REFS = 500
/** Of what is shown beside a text that is edited. */
const LONGEST = 100_000

export async function renderPart(
  ctx: ReadContext,
  reading: Reading,
  { document, markdown }: { document: JSONDocument; markdown: string },
): Promise<string | undefined> {
  if (markdown.length > LONGEST) return
  const written = writeDocument(document)
  const included = await includedIn(ctx, reading, written)
  const refs = [written, ...included.values()].flatMap(refsIn).slice(0, MOST_REFS)
  const targets = await targetsOf(ctx, reading, refs)
  const { html } = fillIn(written, {
    resolve: (ref) => targets.get(JSON.stringify(ref)),
    include: (ref) => included.get(JSON.stringify(ref)),
    words: ENGLISH_DOCUMENT_WORDS,
  })
  return html.text
}

/** What is included in these is left out. */
async function includedIn(ctx: ReadContext, reading: Reading, written: WrittenDocument) {
  const included = new Map<string, WrittenDocument>()
  for (const ref of refsIn(written).slice(0, MOST_INCLUDES)) {
    if (ref.kind !== 'reusable-content' || ref.space !== undefined) continue
    const found = await findReusable(reading.view, ref.reusableContent)
    const text = found && (await textOfBody(reading.view, found.body))
    if (!found || text === undefined || text.length > LONGEST) continue
    const from = { file: fileOfReusable(found) }
    const document = await readDocument(ctx, reading, { text, body: found.body, from }, { fillsIn: false })
    included.set(JSON.stringify(ref), writeDocument(document))
  }
  return included
}

async function targetsOf(ctx: ReadContext, { view, spaceId }: Reading, refs: readonly ContentRef[]) {
  const ids = refs.flatMap((ref) => (ref.kind === 'page' || ref.kind === 'anchor' ? [ref.page ?? ''] : []))
  const pages = await findPagesWithPaths(
    view,
    ids.filter((id) => id !== ''),
  )
  const targets = new Map<string, TargetLink>()
  for (const ref of refs) {
    const target = await targetOf(ref)
    if (target) targets.set(JSON.stringify(ref), target)
  }
  return targets

  async function targetOf(ref: ContentRef): Promise<TargetLink | undefined> {
    if (ref.kind === 'url') return { href: ref.url }
    if (ref.kind === 'page' || ref.kind === 'anchor') {
      const found = pages.get(ref.page ?? '')
      if (!found) return
      const { title, description, emoji, icon } = found.page
      return { href: '#', title, description, emoji, icon }
    }
    if (ref.kind !== 'file') return
    const file = await findFile(view, ref.file)
    return (
      file && {
        href: downloadUrl(ctx, { id: spaceId }, file),
        title: file.name,
        size: file.size,
        contentType: file.contentType,
      }
    )
  }
}
