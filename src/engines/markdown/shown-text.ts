// A text as its readers see it: boxes of other tools, and tags that share their lines with text, become tags on lines of
// their own. The text itself stays as it is, and so does the document that clients edit.
import { mayHaveAdmonitions, withAdmonitions } from './admonitions.ts'
import { maySplitTags, withTagLines } from './tag-lines.ts'

/** May tell it of a text that is shown as it is, never the other way round. */
export function mayBeShownOtherwise(text: string): boolean {
  return mayHaveAdmonitions(text) || maySplitTags(text)
}

/** Lines end with `\n` alone. */
export function shownText(text: string): string {
  return withTagLines(withAdmonitions(text))
}
