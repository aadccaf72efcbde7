// Markdown as people type it: signs become what they mean as soon as they are complete.
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { TextSelection } from 'prosemirror-state'
import { markType, nodeType } from '../model/schema.ts'
import { codeBlock } from './code-commands.ts'

function styled(pattern: RegExp, name: 'bold' | 'italic' | 'strikethrough' | 'code') {
  return new InputRule(
    pattern,
    ({ tr, doc }, match, start, end) => {
      const [whole = '', lead = '', sign = '', text = ''] = match
      if (doc.resolve(start).parent.type.spec.code || text === '') return null
      const from = start + lead.length
      const marks = [...doc.resolve(from).marks(), markType(name).create()]
      // The last letter of the signs is not there yet.
      const to = Math.min(end, start + whole.length)
      return tr
        .delete(from + sign.length + text.length, to)
        .delete(from, from + sign.length)
        .addMark(from, from + text.length, markType(name).create())
        .setStoredMarks(marks.filter((mark) => mark.type !== markType(name)))
    },
    { inCodeMark: false },
  )
}

const WORDS = '([^\\s](?:[^\\n]*[^\\s])?)'
const lines = [1, 2, 3].map((level) =>
  textblockTypeInputRule(new RegExp(`^#{${level}}\\s$`), nodeType(`heading-${level}`)),
)

const tasks = new InputRule(/^\s*\[([ xX]?)\]\s$/, ({ doc, tr }, [, sign = ''], start, end) => {
  const $start = doc.resolve(start)
  if ($start.parent.type !== nodeType('paragraph')) return null
  const rest = { data: { checked: /x/i.test(sign) } }
  const isItem = $start.node(-1).type === nodeType('list-item')
  if (isItem && $start.node(-2).childCount > 1) return null
  tr.delete(start, end)
  if (isItem)
    return tr
      .setNodeMarkup($start.before(-2), nodeType('list-tasks'), { id: $start.node(-2).attrs.id, rest: null })
      .setNodeMarkup($start.before(-1), undefined, { id: null, rest })
  const range = tr.doc.resolve(start).blockRange()
  return range
    ? tr.wrap(range, [{ type: nodeType('list-tasks') }, { type: nodeType('list-item'), attrs: { rest } }])
    : null
})

const code = new InputRule(/^```([\w+#.-]*)\s$/, ({ doc, tr }, [, syntax], start) => {
  const $start = doc.resolve(start)
  if ($start.parent.type !== nodeType('paragraph')) return null
  const at = $start.before()
  tr.replaceWith(at, $start.after(), codeBlock('', syntax))
  return tr.setSelection(TextSelection.create(tr.doc, at + 2))
})

const divider = new InputRule(/^(?:---|\*\*\*)$/, ({ doc, tr }, _match, start) => {
  const $start = doc.resolve(start)
  if ($start.parent.type !== nodeType('paragraph')) return null
  return tr.replaceWith($start.before(), $start.after(), [
    nodeType('divider').create(),
    nodeType('paragraph').create(),
  ])
})

export const signs = inputRules({
  rules: [
    ...lines,
    wrappingInputRule(/^\s*>\s$/, nodeType('blockquote')),
    wrappingInputRule(/^\s*[-+*]\s$/, nodeType('list-unordered')),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      nodeType('list-ordered'),
      ([, start]) => ({ rest: { data: Number(start) === 1 ? {} : { start: Number(start) } } }),
      ([, start], node) => node.childCount + Number(node.attrs.rest?.data?.start ?? 1) === Number(start),
    ),
    tasks,
    code,
    divider,
    styled(new RegExp(`(^|[^*])(\\*\\*)${WORDS}\\*\\*$`), 'bold'),
    styled(/(^|[^*])(\*)([^\s*](?:[^\n*]*[^\s*])?)\*$/, 'italic'),
    styled(/(^|\s)(_)([^\s_](?:[^\n_]*[^\s_])?)_$/, 'italic'),
    styled(/(^|[^~])(~~)([^\s~](?:[^\n~]*[^\s~])?)~~$/, 'strikethrough'),
    styled(/(^|[^`])(`)([^`\n]+)`$/, 'code'),
  ],
})
