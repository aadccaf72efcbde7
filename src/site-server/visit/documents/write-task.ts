import { writeDocument } from '../../../engines/html/write-document.ts'
import { parseMarkdown } from '../../../engines/markdown/parse.ts'
import { hasExpressions, mayHaveExpressions } from '../../../engines/reading/evaluate-document.ts'
import { openIcons } from '../../../world/icons/icons.ts'
import type { Task } from '../../../world/threads/threads.ts'

/** To JSON of a `WrittenDocument`: thousands of parts come back as one text. Empty where visitors read different things. */
export const writeTextTask: Task<{ text: string; isRightToLeft: boolean }, string> = {
  name: 'site.write-text',
  lane: 'requests',
  work: ({ text, isRightToLeft }) => {
    const document = parseMarkdown(text, { hasKeys: false })
    if (mayHaveExpressions(text) && hasExpressions(document)) return ''
    return JSON.stringify(writeDocument(document, { icons: openIcons(), isRightToLeft }))
  },
}
