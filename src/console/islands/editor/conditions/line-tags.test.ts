// Conditions in the middle of a line: what is edited around them and in them changes nothing else of the line.
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { editMarkdown } from '../../../../engines/markdown/edit.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { plainText } from '../../../../engines/markdown/sections.ts'
import { toDocument } from '../model/to-document.ts'
import { toEditor } from '../model/to-editor.ts'
import { toggleCode } from '../typing/code-commands.ts'
import {
  isTag,
  lineConditionAround,
  lineConditionOf,
  mayWrapWords,
  setLineCondition,
  unwrapWords,
  wrapWords,
} from './line-tags.ts'

function open(markdown: string) {
  let state = EditorState.create({ doc: toEditor(parseMarkdown(markdown)) })
  const dispatch = (tr: typeof state.tr) => {
    state = state.apply(tr)
  }
  const tags = () => {
    const found: number[] = []
    state.doc.descendants((node, at) => void (isTag(node) && found.push(at)))
    return found
  }
  /** Selects these words, as far as they are in one piece of text. */
  const choose = (words: string) => {
    state.doc.descendants((node, at) => {
      const offset = node.text?.indexOf(words) ?? -1
      if (offset < 0) return
      const from = at + offset
      dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, from + words.length)))
    })
    return state
  }
  return {
    state: () => state,
    dispatch,
    tags,
    choose,
    text: () => editMarkdown(markdown, toDocument(state.doc)),
  }
}

const LINE = 'Some  {%- if visitor.claims.a -%}*know*{% else %}do{% endif %} __it__, _all_ of them.\n'

describe('a condition in a line', () => {
  it.each([
    LINE,
    '# {% if a %}A{% endif %} title\n',
    '* {% if a %}One{% endif %}\n',
    '| a {% if b %}c{% endif %} |\n| - |\n| {% if a %}x{% endif %} |\n',
    'Broken {% if a {% if b %} x %} {% endif\n',
    'Two\\\nlines {% if a\n%}x{% endif %}\n',
  ])('is written as it was: %s', (markdown) => {
    const { state } = open(markdown)
    expect(toDocument(state().doc).nodes).toEqual(parseMarkdown(markdown).nodes)
  })

  it('is a piece of a line, but not in code', () => {
    expect(open(LINE).tags()).toHaveLength(3)
    expect(open('`{% if a %}` and `{% endif %}`\n').tags()).toEqual([])
    expect(open('```\n{% if a %}\n```\n').tags()).toEqual([])
  })

  it('is changed where it is told, and nothing else of the line', () => {
    const { state, dispatch, tags, text } = open(LINE)
    for (const at of tags()) {
      const found = lineConditionOf(state(), at)
      expect(found).toMatchObject({ at: tags()[0], expression: 'visitor.claims.a' })
    }
    const [first = 0] = tags()
    const found = lineConditionOf(state(), first)
    if (found) setLineCondition(found, 'visitor.claims.b == "x"')(state(), dispatch)
    expect(text()).toBe(LINE.replace('visitor.claims.a', 'visitor.claims.b == "x"'))
    expect(state().selection).toBeInstanceOf(NodeSelection)
  })

  it('is the innermost around the cursor', () => {
    const { state, choose } = open('a {% if x %}b {% if y %}c{% endif %} d{% endif %} e\n')
    const around = (words: string) => {
      const { from, to } = choose(words).selection
      return lineConditionAround(state(), from, to)?.expression
    }
    expect(['a', 'b', 'c', 'd', 'e'].map(around)).toEqual([undefined, 'x', 'y', 'x', undefined])
  })

  it('is put around words, and taken away', () => {
    const before = 'All *of these here* read  __this__ and that.\n'
    const { state, dispatch, choose, text, tags } = open(before)
    choose('and')
    wrapWords('visitor.claims.a')(state(), dispatch)
    const around = '{% if visitor.claims.a %}and{% endif %}'
    expect(text()).toBe(before.replace('and', around))
    const found = lineConditionOf(state(), tags()[1] ?? 0)
    if (found) unwrapWords(found)?.(state(), dispatch)
    expect(text()).toBe(before)
    choose('these')
    wrapWords('visitor.claims.a')(state(), dispatch)
    expect(text()).toBe(before.replace('these', around.replace('and', 'these')))
  })

  it('leaves no signs behind for those who do not get the words', () => {
    for (const words of ['of', 'here', 'of these here']) {
      const { state, dispatch, choose, text } = open('All *of these here* read.\n')
      choose(words)
      wrapWords('a')(state(), dispatch)
      const others = text().replace(/\{% if a %\}.*\{% endif %\}/, '')
      expect(plainText(parseMarkdown(others)).replace(/\s+/g, ' ').trim()).toBe(
        `All of these here read.`.replace(words, '').replace(/\s+/g, ' '),
      )
    }
  })

  it('is not put around a whole block, in code or across another one', () => {
    expect(mayWrapWords(open('whole\n').choose('whole'))).toBe(false)
    expect(mayWrapWords(open('some `code` here\n').choose('code'))).toBe(false)
    const { state, dispatch } = open('a {% if x %}b{% endif %} c\n')
    dispatch(state().tr.setSelection(TextSelection.create(state().doc, 1, 5)))
    expect(mayWrapWords(state())).toBe(false)
  })

  it('with another branch is not taken away: nobody can tell which one stays', () => {
    const { state, tags } = open(LINE)
    const found = lineConditionOf(state(), tags()[0] ?? 0)
    expect(found && unwrapWords(found)).toBeUndefined()
  })

  it('whose other half is elsewhere is a tag all the same, and only what begins is edited', () => {
    const { state, tags } = open('a {% endif %} b {% if x %} c\n')
    const found = tags().map((at) => lineConditionOf(state(), at)?.expression)
    expect(found).toEqual([undefined, 'x'])
  })

  it('becomes code as it is spelt', () => {
    const { state, dispatch, text } = open('a {% if x %}b{% endif %} c\n')
    toggleCode(state(), dispatch)
    expect(text()).toContain('a {% if x %}b{% endif %} c')
  })
})
