// The last step of a request of changes: texts are worked out when all pages have their place, since links in them are
// relative; and links follow what moved.

import { withTexts } from '../../../../engines/content/draft/with-texts.ts'
import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import { fileOfPage, fileOfReusable } from '../../../../engines/content/links/paths.ts'
import { followingTexts, relink, relinkDocument } from '../../../../engines/content/links/relink.ts'
import type { Standpoint } from '../../../../engines/content/links/resolve.ts'
import {
  findPagesWithPaths,
  findReusable,
  type RevisionView,
  readRevision,
  textOfBody,
} from '../../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import { linkersIn } from '../link-index/linkers.ts'
import type { Body } from '../schema.ts'
import { type Incoming, markdownOf } from './bodies.ts'
import { editBlocks } from './edit-blocks.ts'
import type { EditWork } from './edit-work.ts'

/** Writes the bodies, now that everything has its place, and lets links follow what moved. */
export async function finish(work: EditWork): Promise<Hash> {
  const { ctx, draft, edit, bodies, elsewhere } = work
  const placed = await readRevision(draft.nodes, await draft.finish())
  const written = await withTexts(placed, await textsOf(work, placed))
  const texts = await followingTexts({
    before: edit.view,
    after: written.view,
    findLinkers: linkersIn(ctx, edit.spaceId, edit.view),
    // What was sent is right by now; what came from an earlier revision means what it meant there.
    origins: new Map([...bodies].map(([id, body]) => [id, 'origin' in body ? (body.origin ?? null) : null])),
    elsewhere,
  })
  return (await withTexts(written.view, texts)).root
}

async function textsOf(work: EditWork, placed: RevisionView) {
  const { ctx, edit, bodies, names, blocks, elsewhere } = work
  const texts = new Map<string, string>()
  const places = await holdersIn(placed, [...bodies.keys()])
  const then = await holdersIn(edit.view, [...bodies.keys()])
  const named = new Set(names.keys())
  for (const [id, body] of bodies) {
    await yieldToEventLoop()
    const found = places.get(id)
    if (!found) continue
    const { from } = found
    if ('text' in body) {
      texts.set(id, body.text)
      continue
    }
    // Whoever sends a text has the page before them as it was, at its old place and with its old neighbours.
    const meaning = { view: edit.view, from: then.get(id)?.from ?? from }
    const here = { view: placed, from, elsewhere }
    const incoming = async ({ markdown, document }: Body, before: string): Promise<Incoming> => ({
      body: {
        markdown: markdown && (await relink(meaning, here, markdown, named)),
        document: document && (await relinkDocument(meaning, here, document, named)),
      },
      before,
      from,
      names,
      links: ctx.links,
      spaceId: edit.spaceId,
    })
    const write = async (sent: Body, before: string) => markdownOf(placed, await incoming(sent, before))
    if ('sent' in body && !body.sent.document) {
      texts.set(id, await write(body.sent, ''))
      continue
    }
    const was = await textOfBody(placed, found.body)
    const before = await relink(meaning, here, was)
    if ('sent' in body) {
      texts.set(id, await write(body.sent, before))
      continue
    }
    const { text, ...now } = await editBlocks(body, { was, before, write })
    texts.set(id, text)
    blocks.set(id, now)
  }
  return texts
}

type Holder = { body: Hash | null; from: Standpoint }

/** Pages and reusable contents that hold a text, and where they stand. */
async function holdersIn(view: RevisionView, ids: string[]) {
  const holders = new Map<string, Holder>()
  for (const [id, { page, path }] of await findPagesWithPaths(view, ids))
    holders.set(id, { body: page.body, from: { page: id, file: fileOfPage(page, path) } })
  for (const id of ids) {
    const reusable = holders.has(id) ? undefined : await findReusable(view, id)
    if (reusable) holders.set(id, { body: reusable.body, from: { file: fileOfReusable(reusable) } })
  }
  return holders
}
