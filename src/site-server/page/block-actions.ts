// What a reader does with a block of an integration: its script is told, and says what to show instead.

import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../engines/openapi/values.ts'
import type { SiteAnswer } from '../../engines/site/answers.ts'
import { kitView } from '../../engines/site/kit/kit-view.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { type BlockDrawing, draw } from '../../rooms/integrations/scripts/blocks/blocks.ts'
import type { ReaderKit } from '../visit/site-frame.ts'
import type { OpenSpace, VisitedSite } from '../visit/visited-site.ts'
import { placeOf } from './drawn-blocks.ts'
import { openPage } from './pages.ts'

const LONGEST_NAME = 100

type Asked = { visited: VisitedSite; space: OpenSpace; sent: string | undefined }

/** Undefined where there is no such block that this reader may see. */
export async function answerBlock(
  ctx: OutsideContext,
  kit: ReaderKit,
  { visited, space, sent }: Asked,
  [pageId = '', name = '']: string[],
): Promise<SiteAnswer | undefined> {
  const asked = sent === undefined ? undefined : readSent(sent)
  const page = asked && (await openPage(ctx, kit, visited, { siteSpaceId: space.siteSpace.id, pageId }))
  const block = page?.blocks.find((one) => one.name === name)
  if (!asked || !page || !block) return
  const { component = block.block.block, frames, ...told } = asked
  const drawing: BlockDrawing = { component, ...told, props: told.props ?? block.block.props }
  try {
    const { output } = await draw(ctx, block.drawer, drawing)
    const place = placeOf(ctx, kit, page, block)
    const view = kitView(output, { ...place, component: asked.component, frames: new Set(frames) })
    if (view) return json(200, { html: view.html.text })
    const { type, returnValue } = objectOf(output)
    return type === 'complete' ? json(200, { complete: objectOf(returnValue) }) : failed()
  } catch (error) {
    if (error instanceof Problem) return failed()
    throw error
  }
}

function json(status: number, value: object): SiteAnswer {
  return { kind: 'text', status, type: 'json', text: JSON.stringify(value), isPrivate: true }
}

/** What went wrong is written down for the author of the script; others hear that it is not their fault. */
function failed() {
  return json(502, { error: { code: 502, message: 'The integration failed' } })
}

type Sent = Partial<Omit<BlockDrawing, 'component'>> & { component?: string; frames: string[] }

function readSent(text: string): Sent | undefined {
  const value = parsed(text)
  if (!isObject(value)) return
  const component = textOf(value.component)?.slice(0, LONGEST_NAME)
  const some = (name: string): JsonObject | undefined => {
    const part = value[name]
    return isObject(part) ? part : undefined
  }
  return {
    ...(component && { component }),
    props: some('props'),
    state: some('state'),
    action: some('action'),
    frames: listOf(value.frames).filter((one) => typeof one === 'string'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}
