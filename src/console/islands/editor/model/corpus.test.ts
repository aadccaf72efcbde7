// Pages as people wrote them, opened and edited at one place. A folder of real ones may be told.
import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import { ALL_BLOCKS, chanceFrom, drawBody } from '../../../../../test/drawn/generated-pages.ts'
import { pagesBelow } from '../../../../../test/drawn/real-pages.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { editMarkdown } from '../../../../engines/markdown/edit.ts'
import { fingerprint } from '../../../../engines/markdown/model/same.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { SAMPLE } from './sample-page.ts'
import { editsBetween, savedPage, writtenBlocks } from './saved-page.ts'
import { toDocument } from './to-document.ts'
import { toEditor } from './to-editor.ts'

const TARGETS = { link: () => 'page.md', picture: () => 'a.png', include: () => 'include.md' }
const counted = { pages: 0, typed: 0, tables: 0, inTables: 0 }

/** Places in the middle of words, those in cells of tables among them. */
function placesIn(doc: Node): { all: number[]; cells: number[] } {
  const [all, cells]: [number[], number[]] = [[], []]
  doc.descendants((node, at, parent) => {
    const letter = /[a-z](?=[a-z])|[a-z]/i.exec(node.text ?? '')
    if (!letter || node.marks.some(({ type }) => type.name === 'link')) return
    all.push(at + letter.index + 1)
    if (/^table_/.test(parent?.type.name ?? '')) cells.push(at + letter.index + 1)
  })
  return { all, cells }
}

/** The text after a letter was typed and saved. */
function typedAt(text: string, document: JSONDocument, doc: Node, place: number): string {
  const state = EditorState.create({ doc })
  const typed = state.apply(state.tr.insertText('Q', place))
  const edits = editsBetween(savedPage('r', doc), writtenBlocks(typed.doc))
  expect(edits).toHaveLength(1)
  const nodes = document.nodes.flatMap((block) =>
    block.key === edits[0]?.key ? (edits[0]?.document?.nodes ?? []) : [block],
  )
  return editMarkdown(text, { ...document, nodes })
}

/** The line that changed: blanks in a cell give way to what is typed in it, so that bars stay below each other. */
function oneLine(after: string, text: string): [string, string] {
  const [lines, before] = [after.split('\n'), text.split('\n')]
  const at = lines.findIndex((line, index) => line !== before[index])
  expect(lines.toSpliced(at, 1)).toEqual(before.toSpliced(at, 1))
  const [line = '', was = ''] = [lines[at], before[at]].map((one) => one?.replaceAll(/ +(?=\|)/g, ' '))
  return [line, was]
}

function withoutOneLetter(after: string, text: string): string {
  let at = 0
  while (at < text.length && after[at] === text[at]) at += 1
  return after.slice(0, at) + after.slice(at + 1)
}

function check(text: string) {
  const document = publicDocument(parseMarkdown(text))
  const doc = toEditor(document)
  doc.check()
  expect(fingerprint(toDocument(doc).nodes)).toBe(fingerprint(document.nodes))
  expect(editsBetween(savedPage('r', doc), writtenBlocks(doc))).toEqual([])
  counted.pages += 1
  counted.tables += doc.children.filter(({ type }) => type.name === 'table').length
  const { all, cells } = placesIn(doc)
  for (const places of [all, cells]) {
    const place = places[places.length >> 1]
    if (place === undefined) continue
    const after = typedAt(text, document, doc, place)
    const [left, was] = cells.includes(place) ? oneLine(after, text) : [after, text]
    expect(withoutOneLetter(left, was)).toBe(was)
    counted.typed += 1
    if (cells.includes(place)) counted.inTables += 1
  }
}

describe('a page that is opened', () => {
  it('is as it was, and after one letter was typed in it, that letter is all that is new', () => {
    const real = pagesBelow(process.env.QUIRE_TEST_PAGES)
    check(SAMPLE)
    for (const text of ALL_BLOCKS) check(text)
    for (const text of real) check(text)
    fc.assert(
      fc.property(fc.gen(), (draw) => check(drawBody(chanceFrom(draw), TARGETS))),
      { numRuns: draws(100) },
    )
    expect(counted.typed).toBeGreaterThan(counted.pages / 3)
    expect(counted.tables).toBeGreaterThan(8)
    expect(counted.inTables).toBeGreaterThan(4)
    if (real.length > 0) console.info(counted)
  })
})
