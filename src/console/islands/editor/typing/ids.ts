// Every block at the top has a name of its own while the page is open, so that it is known again after it was edited.
import { Fragment, type Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { Meta } from '../../../../engines/markdown/document.ts'

type Named = { data?: { id?: string }; meta?: Meta }

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
      if (id === null) tr.setNodeMarkup(position, undefined, { ...node.attrs, id: freshId() })
      else if (seen.has(id)) tr.setNodeMarkup(position, undefined, attrsOfCopy(node))
      else seen.add(id)
    })
    return tr.docChanged ? tr : null
  },
})

/** A second one of a block: the anchor of a heading stays with the first. */
export function asCopy(node: Node): Node {
  return node.type.create(attrsOfCopy(node), node.content, node.marks)
}

function attrsOfCopy({ attrs }: Node) {
  return { ...attrs, id: freshId(), ...(attrs.rest && { rest: withoutAnchor(attrs.rest) }) }
}

function withoutAnchor({ data, meta, ...rest }: Named) {
  const { id: _, ...said } = data ?? {}
  const { id: __, formerId: ___, anchor: ____, attributes, ...written } = meta ?? {}
  const others = attributes?.filter((attribute) => !/^id\b/i.test(attribute))
  return {
    ...rest,
    ...(data && { data: said }),
    ...(meta && { meta: { ...written, ...(others && { attributes: others }) } }),
  }
}

/** Before anybody writes: what the page came with, and where there was nothing. */
export function withNames(doc: Node): Node {
  return doc.copy(
    Fragment.from(doc.children.map((node) => (node.attrs.id === null ? withId(node, freshId()) : node))),
  )
}
