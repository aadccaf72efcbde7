// The editor's document, as values: nothing is lost on the way in and out, and what is sent changes what was touched alone.
import { EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'
import { fingerprint } from '../../../../engines/markdown/model/same.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { SAMPLE } from './sample-page.ts'
import { editsBetween, savedPage, writtenBlocks } from './saved-page.ts'
import { toDocument } from './to-document.ts'
import { toEditor } from './to-editor.ts'

const read = (text: string) => publicDocument(parseMarkdown(text))

describe('the document of the editor', () => {
  it('says what the page says', () => {
    const document = read(SAMPLE)
    const doc = toEditor(document)
    doc.check()
    expect(fingerprint(toDocument(doc).nodes)).toBe(fingerprint(document.nodes))
  })

  it('has somewhere to write on an empty page, and sends nothing of it', () => {
    const doc = toEditor(read(''))
    expect(doc.childCount).toBe(1)
    expect(editsBetween(savedPage('r', doc), writtenBlocks(doc))).toEqual([])
  })
})

async function openPage(text: string) {
  const space = await openSpace()
  const [made] = await space.write(page('Sample', text))
  const { number } = await space.open()
  const at = `${space.url}/change-requests/${number}`
  const me = space.as(space.admin)
  const id: string = made.page.id
  const load = async () => {
    const { revision } = await me.get(at)
    const { document } = await me.get(`${space.url}/revisions/${revision}/page/${id}?format=document`)
    const doc = toEditor(document)
    return { doc, saved: savedPage(revision, doc) }
  }
  return { me, at, id, load, now: () => space.text(id, `${at}/content`) }
}

describe('a word typed into a page', () => {
  it('changes its block, and every other byte stays, wherever it is typed', async () => {
    const { me, at, id, load, now } = await openPage(SAMPLE)
    let before: string = await now()
    expect(before).toBe(SAMPLE)
    const places: number[] = []
    ;(await load()).doc.descendants((node, position) => {
      if (node.isText && (node.text ?? '').length > 2) places.push(position + 1)
    })
    expect(places.length).toBeGreaterThan(40)
    for (const [index] of places.entries()) {
      const { doc, saved } = await load()
      const state = EditorState.create({ doc })
      const place = places[index] ?? 0
      const typed = state.apply(state.tr.insertText('Q', place))
      const edits = editsBetween(saved, writtenBlocks(typed.doc))
      expect(edits).toHaveLength(1)
      const change = { operation: 'update_blocks', page: id, base: saved.revision, edits }
      await me.post(`${at}/content?compat=false`, { changes: [change] })
      const after: string = await now()
      expect(after.length, after).toBe(before.length + 1)
      const typedAt = [...after].findIndex((letter, at) => letter !== before[at])
      expect(after.slice(0, typedAt) + after.slice(typedAt + 1)).toBe(before)
      const again = await load()
      expect(fingerprint(toDocument(again.doc).nodes, false)).toBe(
        fingerprint(toDocument(typed.doc).nodes, false),
      )
      before = after
      for (const later of places.keys()) if (later > index) places[later] = (places[later] ?? 0) + 1
    }
  })
})
