import { EditorState, type Transaction } from 'prosemirror-state'
import { describe, expect, it, vi } from 'vitest'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import { toEditor } from '../model/to-editor.ts'
import { type Incoming, later, paste } from './paste.ts'

const read = (text: string) => toEditor(publicDocument(parseMarkdown(text)))

const incoming: Incoming = {
  upload: async () => 'file',
  convert: async () => ({ object: 'document', data: {}, nodes: [] }),
  bring: async () => 'file',
  failed: (error) => {
    throw error
  },
}

describe('what takes a while to be pasted', () => {
  it('is put in also when others wrote everything anew meanwhile', async () => {
    const plugin = paste(incoming, Object(undefined))
    const view = {
      state: EditorState.create({ doc: read('First\n\nSecond'), plugins: [plugin] }),
      dispatch(transaction: Transaction) {
        view.state = view.state.apply(transaction)
      },
    }
    let finish = (_text: string) => {}
    const converted = new Promise<string>((resolve) => {
      finish = resolve
    })
    later(view, 3, incoming, async (place) => {
      const text = await converted
      view.dispatch(view.state.tr.insertText(text, place()))
    })
    const { state } = view
    view.dispatch(state.tr.replaceWith(0, state.doc.content.size, read('Theirs').content))
    finish('pasted')
    await vi.waitFor(() => expect(view.state.doc.textContent).toMatch(/^(pastedTheirs|Theirspasted)$/))
  })
})
