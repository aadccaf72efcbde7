// Every block at the top has a name of its own while the page is open, so that it is known again after it was edited.
import { Fragment, type Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'

let count = 0
/** No key of the server looks like it. */
export const freshId = () => `new:${Date.now().toString(36)}:${count++}`

export function withId(node: Node, id: string): Node {
  return node.type.create({ ...node.attrs, id }, node.content, node.marks)
}

/** Named when a block is made, and not while somebody writes in it: that would end what an input method composes. */
export const ids = new Plugin({
  appendTransaction(transactions, _old, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null
    const seen = new Set<string>()
    doc.forEach((node, position) => {
      const { id } = node.attrs
      if (id === null || seen.has(id)) tr.setNodeMarkup(position, undefined, copyAttrs(node))
      else seen.add(id)
    })
    return tr.docChanged ? tr : null
  },
})

/** The second half of a block that was split is a new one: the anchor of a heading stays with the first. */
function copyAttrs({ type, attrs }: Node) {
  if (type.name === 'atom') return { ...attrs, id: freshId() }
  if (attrs.id === null) return { ...attrs, id: freshId() }
  const { meta: _, ...rest } = attrs.rest ?? {}
  return { ...attrs, id: freshId(), rest: attrs.rest && rest }
}

/** Before anybody writes: what the page came with, and where there was nothing. */
export function withNames(doc: Node): Node {
  return doc.copy(
    Fragment.from(doc.children.map((node) => (node.attrs.id === null ? withId(node, freshId()) : node))),
  )
}
