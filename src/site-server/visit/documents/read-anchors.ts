// The anchors of a page that links lead to. A long text is looked at in a thread.
import { isShortText } from '../../../engines/content/long-work.ts'
import { assignedIds } from '../../../engines/markdown/names/ids.ts'
import { parseMarkdown } from '../../../engines/markdown/parse.ts'
import { decideText } from '../../../engines/reading/conditional-text.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import type { Task } from '../../../world/threads/threads.ts'

/** Nobody waits long for this: what is not known in time stays as it is written. */
const TIME = { timeout: 2_000, patience: 500 }

/** To JSON of the anchors. */
export const anchorsTask: Task<string, string> = {
  name: 'site.anchors',
  lane: 'requests',
  work: (text) => JSON.stringify(anchorsOf(text)),
}

/** The anchors of a text; undefined where they could not be found out now. */
export type ReadAnchors = (text: string) => Promise<readonly string[] | undefined>

export async function readAnchors(
  { threads }: Pick<OutsideContext, 'threads'>,
  text: string,
): Promise<readonly string[] | undefined> {
  if (isShortText(text)) return anchorsOf(text)
  const found = await threads.run(anchorsTask, text, TIME).catch(() => undefined)
  return found === undefined ? undefined : (JSON.parse(found) as string[])
}

/** Those that everybody sees: a link must not name what is not for its reader. */
function anchorsOf(text: string): string[] {
  const said = decideText(text, () => false)
  const document = parseMarkdown(said, { hasKeys: false })
  return [...assignedIds(document.nodes)]
}
