import { expect, it } from 'vitest'
import { editMarkdown } from '../edit.ts'
import { parseMarkdown } from '../parse.ts'

const FENCE = '```'

it.each([
  ['as its lines are indented', `* a\n\n  ${FENCE}\n  one\n  \n  two\n  ${FENCE}\n* b\n`],
  ['not at all', `* a\n\n  ${FENCE}\n  one\n\n  two\n  ${FENCE}\n* b\n`],
  ['more', `* a\n\n  ${FENCE}\n  one\n      \n  two\n  ${FENCE}\n* b\n`],
  ['less', `1. a\n\n   ${FENCE}js\n   one\n \n   two\n   ${FENCE}\n`],
  ['several in several ways', `* a\n\n  ${FENCE}\n  one\n  \n  \n\n  two\n    \n ${FENCE}\n* b\n`],
  ['behind the mark of a quote', `> ${FENCE}\n> one\n> \n> two\n>\n> ${FENCE}\n`],
  ['on no list', `${FENCE}\none\n  \n\ntwo\n${FENCE}\n`],
])('a blank line of code stays as it is, when another line changes: indented %s', (_, text) => {
  for (const before of [text, text.replaceAll('\n', '\r\n')])
    for (const words of ['one', 'two']) {
      const json = JSON.stringify(parseMarkdown(before)).replace(`"text":"${words}"`, '"text":"three"')
      expect(editMarkdown(before, JSON.parse(json))).toBe(before.replace(words, 'three'))
    }
})
