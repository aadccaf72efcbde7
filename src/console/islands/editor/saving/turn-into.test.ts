import { Fragment, type Node } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { SAMPLE } from '../model/sample-page.ts'
import { toEditor } from '../model/to-editor.ts'
import { turnInto } from './turn-into.ts'

const read = (text: string) => toEditor(publicDocument(parseMarkdown(text)))

function turned(old: Node, next: Node) {
  const doc = read('Before\n\nAfter')
  const [before, after] = doc.children
  const state = EditorState.create({
    doc: doc.copy(Fragment.from([before, old, after].flatMap((one) => one ?? []))),
  })
  const { tr } = state
  turnInto(tr, before?.nodeSize ?? 0, old, next)
  tr.doc.check()
  return tr.doc.children.map((node) => node.toJSON())
}

describe('what others made of a block', () => {
  it('is what the block becomes, whatever it was', () => {
    const blocks = read(SAMPLE).children
    expect(blocks.length).toBeGreaterThan(20)
    const [before, after] = read('Before\n\nAfter').children
    for (const old of blocks)
      for (const next of blocks)
        expect(turned(old, next)).toEqual([before?.toJSON(), next.toJSON(), after?.toJSON()])
  })

  it.each([
    ['one two three', 'one 2 three'],
    ['aa', 'aaa'],
    ['aaa', 'aa'],
    ['one', ''],
    ['', 'one'],
    ['**one** two', 'one **two**'],
  ])('changes the letters of %j to those of %j', (was, is) => {
    const block = (text: string) => read(text === '' ? '#' : `# ${text}`).child(0)
    expect(turned(block(was), block(is))[1]).toEqual(block(is).toJSON())
  })

  it('leaves a cursor where it is', () => {
    const table = (value: string) => `| Name | Value |\n| --- | --- |\n| lamp | ${value} |\n| wick | 3 |\n`
    const [old, next] = [read(table('1')), read(table('200 and more'))]
    let place = 0
    old.descendants((node, at) => {
      if (node.text === 'wick') place = at + 2
    })
    const state = EditorState.create({ doc: old, selection: TextSelection.create(old, place) })
    const { tr } = state
    turnInto(tr, 0, old.child(0), next.child(0))
    expect(tr.doc.toJSON()).toEqual(next.toJSON())
    const { $from } = tr.selection
    expect([$from.parent.textContent, $from.parentOffset]).toEqual(['wick', 2])
  })
})
