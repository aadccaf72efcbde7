import { withAlert } from '../write/write-blocks.ts'
import { type EditedText, PAGE } from './edited-text.ts'
import { type BlockFrame, insideOf } from './frame.ts'
import type { SourceBlock } from './source-blocks.ts'

/** Without a tab behind it, part of which would belong to the mark and part to the text. */
const MARK = /^ {0,3}>(?!\t) ?/
const ALERT = /^\[![A-Za-z]+\][ \t]*[\r\n]/

export function quoteFrame(edited: EditedText, source: SourceBlock): BlockFrame | undefined {
  const whole = edited.text.slice(source.from, source.to)
  const open = MARK.exec(whole)?.[0]
  if (open === undefined) return undefined
  const isAlone = /^[\r\n]/.test(whole.slice(open.length))
  const prefix = edited.layout.prefix + (isAlone ? `${open.trimEnd()} ` : open)
  const isAlert = ALERT.test(whole.slice(open.length))
  const inside = insideOf(edited, source, {
    open,
    close: '',
    layout: {
      ...PAGE,
      prefix,
      hasOnlyBlanks: true,
      write: (block, index, writing, around) => {
        const text = PAGE.write(block, index, writing, around)
        if (index > 0) return text
        // A client that does not know our notes sees no line end behind it.
        return withAlert(isAlert ? text.replace(/^(\\\[![A-Za-z]+\\\]) /, '$1\n') : text)
      },
    },
  })
  return inside && { open, inside, close: '', mayBeEmpty: false }
}
