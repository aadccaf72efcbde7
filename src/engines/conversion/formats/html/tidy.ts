// What a page has for browsers and not for readers goes before anything else is looked at.
import { attribute, classesOf, type Element, hasClass, removeElements, styleOf, wordsOf } from './tree.ts'

const NEVER = new Set([
  ...['script', 'style', 'nav', 'template', 'noscript', 'head', 'link', 'meta', 'base', 'title'],
  ...['svg', 'canvas', 'object', 'applet', 'map', 'area', 'dialog', 'menu', 'slot'],
  ...['button', 'select', 'textarea', 'option', 'datalist', 'progress', 'meter'],
])

/** Around the content: where else to go, who made it, what to agree to. */
const AROUND = new Set(['nav', 'footer', 'aside'])
const AROUND_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog'])
const AROUND_NAMES =
  /(?:^|[-_ ])(?:cookie|consent|gdpr|breadcrumbs?|pagination|pager|share|social|newsletter|subscribe|sidebar|skip-?link|advert(?:isement)?|feedback|table-of-contents|toc)(?:$|[-_ ])/i

/** Signs beside headings that link to the heading itself, and buttons to copy code. */
const PERMALINKS = [
  'headerlink',
  'anchor',
  'hash-link',
  'header-anchor',
  'anchor-link',
  'octicon-link',
  'sr-only',
]
const PERMALINK_SIGNS = /^(?:[#¶§🔗\u200b]|)$/u

export function dropHidden(root: Element) {
  removeElements(root, (node) => NEVER.has(node.name) || isHidden(node) || isPermalink(node))
}

function isHidden(node: Element) {
  if (attribute(node, 'hidden') !== undefined && attribute(node, 'hidden') !== 'until-found') return true
  if (node.name === 'input') return attribute(node, 'type') !== 'checkbox'
  if (styleOf(node, 'display') === 'none' || styleOf(node, 'visibility') === 'hidden') return true
  return hasClass(node, 'visually-hidden', 'screen-reader-text', 'sr-only')
}

function isPermalink(node: Element) {
  if (node.name !== 'a' || !attribute(node, 'href')?.startsWith('#')) return false
  const words = wordsOf(node, 10)
  if (!PERMALINK_SIGNS.test(words)) return false
  return hasClass(node, ...PERMALINKS) || (words !== '' && attribute(node, 'id') === undefined)
}

/** For whole web pages: without what is around the content. */
export function dropSurroundings(root: Element) {
  removeElements(root, (node) => {
    if (isCalloutAside(node)) return false
    if (AROUND.has(node.name) || AROUND_ROLES.has(attribute(node, 'role') ?? '')) return true
    if (node.name !== 'div' && node.name !== 'section' && node.name !== 'ul') return false
    return (
      AROUND_NAMES.test(attribute(node, 'id') ?? '') ||
      classesOf(node).some((name) => AROUND_NAMES.test(name))
    )
  })
}

/** Some sites write their notes as asides. */
function isCalloutAside(node: Element) {
  return (
    node.name === 'aside' &&
    /aside--|admonition|callout|note|hint|alert/i.test(attribute(node, 'class') ?? '')
  )
}
