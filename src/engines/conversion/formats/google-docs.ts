// What Google Docs exports: styles are classes of a sheet in the head, lists are flat, links go through a counter.
import type { ImportTree } from '../archives/import-tree.ts'
import { unzip, withoutCommonFolder } from '../archives/unzip.ts'
import { convertFiles } from '../archives/zip.ts'
import { convertHtml, type DocumentOrigin } from '../single.ts'
import {
  attribute,
  classesOf,
  type Element,
  element,
  findElement,
  hasClass,
  isBlank,
  isElement,
  removeElements,
  textOf,
  visit,
} from './html/tree.ts'

export async function convertGoogleZip(bytes: Uint8Array): Promise<ImportTree> {
  return convertFiles(withoutCommonFolder(await unzip(bytes)), { prepare: cleanGoogle, isWholeSite: false })
}

export function convertGooglePage(text: string, origin: DocumentOrigin): ImportTree {
  return convertHtml(text, origin, { prepare: cleanGoogle })
}

function cleanGoogle(root: Element): Element | undefined {
  const body = findElement(root, (node) => node.name === 'body') ?? root
  inlineStyles(root, body)
  removeComments(body)
  visit(body, (node) => {
    if (node.name === 'a') unwrapLink(node)
    if (node.name === 'p' && hasClass(node, 'title')) node.name = 'h1'
  })
  nestLists(body)
  return body
}

const KEPT = /(?:font-weight|font-style|font-family|text-decoration|vertical-align|text-align)\s*:[^;}]+/gi

/** Only what means something: bold, italic, struck, raised and lowered text, and fonts of code. */
function inlineStyles(root: Element, body: Element) {
  const rules = new Map<string, string>()
  visit(root, (node) => {
    if (node.name !== 'style') return
    for (const [, name = '', rule = ''] of textOf(node).matchAll(/\.(c\d+)\s*\{([^}]*)\}/g))
      rules.set(name, (rule.match(KEPT) ?? []).join(';'))
  })
  visit(body, (node) => {
    if (node.name !== 'span' && node.name !== 'a') return
    const styles = classesOf(node).flatMap((name) => rules.get(name) ?? [])
    if (styles.length > 0)
      node.attributes = { ...node.attributes, style: [attribute(node, 'style') ?? '', ...styles].join(';') }
  })
}

function unwrapLink(link: Element) {
  const href = attribute(link, 'href')
  if (!href || !/^https?:\/\/(?:www\.)?google\.com\/url\?/i.test(href)) return
  const target = new URL(href).searchParams.get('q') ?? new URL(href).searchParams.get('url')
  if (target) link.attributes = { ...link.attributes, href: target }
}

/** The marks of comments in the text, and the comments at the end. */
function removeComments(body: Element) {
  removeElements(body, (node) => {
    if (node.name === 'sup' && findElement(node, isCommentCall)) return true
    if (isCommentCall(node)) return true
    return (
      node.name === 'div' &&
      findElement(node, (child) => /^cmnt\d+$/.test(attribute(child, 'id') ?? '')) !== undefined
    )
  })
}

function isCommentCall(node: Element) {
  return node.name === 'a' && /^#cmnt/.test(attribute(node, 'href') ?? '')
}

/** Each level is a list of its own, beside the one it belongs below: the class tells the level. */
function nestLists(node: Element) {
  const open: { level: number; list: Element }[] = []
  node.children = node.children.filter((child) => {
    if (!isElement(child)) {
      if (child.trim() !== '') open.length = 0
      return true
    }
    nestLists(child)
    const level = child.name === 'ul' || child.name === 'ol' ? levelOf(child) : undefined
    if (level === undefined) {
      if (!isBlank(child)) open.length = 0
      return true
    }
    while ((open.at(-1)?.level ?? -1) > level) open.pop()
    const top = open.at(-1)
    if (top && top.level === level && top.list.name === child.name) {
      for (const each of child.children) top.list.children.push(each)
      return false
    }
    if (top && top.level === level) open.pop()
    const parent = open.at(-1)
    open.push({ level, list: child })
    if (!parent) return true
    const item = parent.list.children.filter(isElement).findLast(({ name }) => name === 'li')
    if (item) item.children.push(child)
    else parent.list.children.push(element('li', {}, [child]))
    return false
  })
}

function levelOf(list: Element) {
  const [, level] = /\blst-kix_[\w]+-(\d+)\b/.exec(attribute(list, 'class') ?? '') ?? []
  return level === undefined ? undefined : Number(level)
}
