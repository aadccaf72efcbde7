// Where on a web page its content is: of the places where pages have it, the one with the most text that is not links.
import { attribute, type Element, type ElementTest, findElements, hasClass, isElement } from './tree.ts'

/** From the surest to the vaguest. */
const PLACES: ElementTest[] = [
  (node) => hasClass(node, 'markdown-body', 'wiki-content', 'page-body', 'theme-doc-markdown', 'vp-doc'),
  (node) => node.name === 'main' || attribute(node, 'role') === 'main',
  (node) => node.name === 'article',
  (node) =>
    ['content', 'main', 'main-content', 'bodyContent', 'mw-content-text'].includes(
      attribute(node, 'id') ?? '',
    ),
  (node) =>
    hasClass(node, 'content', 'main-content', 'post-content', 'entry-content', 'article-body', 'document'),
]

/** A place with less text than this share of the page is a teaser, or something beside the content. */
const SHARE = 0.3

export function mainPart(root: Element): Element {
  const whole = density(root)
  for (const isPlace of PLACES) {
    const places = findElements(root, isPlace)
    const [best] = places.map((node) => ({ node, size: density(node) })).sort((a, b) => b.size - a.size)
    if (!best || best.size < whole * SHARE) continue
    // An article inside main, or the part of it that holds the text.
    return narrowest(best.node, best.size)
  }
  return root
}

function narrowest(node: Element, size: number): Element {
  const [only, ...more] = findElements(node, ({ name }) => name === 'article' || name === 'main')
  return only && more.length === 0 && density(only) > size * 0.8 ? narrowest(only, density(only)) : node
}

/** Letters of text outside links. */
function density(node: Element): number {
  let sum = 0
  for (const child of node.children) {
    if (!isElement(child)) sum += child.trim().length
    else if (child.name !== 'a') sum += density(child)
  }
  return sum
}
