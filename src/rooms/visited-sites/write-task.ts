// Long texts written as HTML in a thread: the page around them is made where all others are, and kept there.
import { isShortText, LongWork } from '../../content/long-work.ts'
import type { OutsideContext } from '../../domain/context.ts'
import { writeDocument } from '../../html/write-document.ts'
import type { WrittenDocument } from '../../html/written-document.ts'
import { mayHaveOurs, parseMarkdown } from '../../markdown/parse.ts'
import { isAdaptive, mayBeAdaptive } from '../../reading/evaluate-document.ts'
import { openIcons } from '../../world/icons.ts'
import type { Task } from '../../world/threads.ts'

/** To JSON of a `WrittenDocument`: thousands of parts come back as one text. Empty where visitors read different things. */
export const writeTextTask: Task<{ text: string; isRightToLeft: boolean }, string> = {
  name: 'site.write-text',
  lane: 'requests',
  work: ({ text, isRightToLeft }) => {
    const document = parseMarkdown(text, { hasOurs: mayHaveOurs(text), hasKeys: false })
    if (mayBeAdaptive(text) && isAdaptive(document)) return ''
    return JSON.stringify(writeDocument(document, { icons: openIcons(), isRightToLeft }))
  },
}

/** Characters of a text of which HTML is put in a page without keeping others waiting. */
const LONGEST = 250_000
const TIME = { timeout: 10_000, patience: 5_000 }

/** Undefined for a text that is short. What can not be done this way is done by another process. */
export async function writeLongText(
  { threads }: Pick<OutsideContext, 'threads'>,
  text: string,
  isRightToLeft = false,
): Promise<WrittenDocument | undefined> {
  if (isShortText(text)) return
  const write = () => threads.run(writeTextTask, { text, isRightToLeft }, TIME)
  const written = text.length > LONGEST ? '' : await write().catch(() => '')
  if (written === '') throw new LongWork('This text is too long to be written here')
  return JSON.parse(written) as WrittenDocument
}
