// Notes, tips and warnings, as documentation sites and wikis mark them up.
import type { HintStyle } from '../../../markdown/document.ts'
import {
  attribute,
  classesOf,
  type Element,
  elementsIn,
  findElement,
  hasClass,
  type Node,
  wordsOf,
} from './tree.ts'

export type Callout = { style: HintStyle; title?: string; content: Node[] }

const STYLES: Record<string, HintStyle | undefined> = {
  ...{
    note: 'info',
    info: 'info',
    information: 'info',
    important: 'info',
    seealso: 'info',
    abstract: 'info',
  },
  ...{ primary: 'info', secondary: 'info', todo: 'info', question: 'info', example: 'info', default: 'info' },
  ...{
    tip: 'success',
    hint: 'success',
    success: 'success',
    check: 'success',
    done: 'success',
    okay: 'success',
  },
  ...{ warning: 'warning', warn: 'warning', caution: 'warning', attention: 'warning' },
  ...{ danger: 'danger', error: 'danger', failure: 'danger', bug: 'danger' },
}

/** Class names that make a callout, and where in them its kind is told. */
const MARKERS: { isCallout: (classes: string[]) => boolean; kind: RegExp }[] = [
  { isCallout: (all) => all.includes('markdown-alert'), kind: /^markdown-alert-(\w+)$/ },
  { isCallout: (all) => all.includes('theme-admonition'), kind: /^theme-admonition-(\w+)$/ },
  { isCallout: (all) => all.includes('admonition'), kind: /^(?:admonition-)?(\w+)$/ },
  { isCallout: (all) => all.includes('custom-block'), kind: /^(\w+)$/ },
  { isCallout: (all) => all.includes('notecard'), kind: /^(\w+)$/ },
  { isCallout: (all) => all.includes('starlight-aside'), kind: /^starlight-aside--(\w+)$/ },
  { isCallout: (all) => all.includes('alert'), kind: /^alert--?(\w+)$/ },
  { isCallout: (all) => all.includes('hint'), kind: /^(?:hint-(?:-)?)?(\w+)$/ },
  { isCallout: (all) => all.includes('callout'), kind: /^callout[-_]+(\w+)$/ },
  {
    isCallout: (all) => all.includes('confluence-information-macro'),
    kind: /^confluence-information-macro-(information|note|warning|tip)$/,
  },
  { isCallout: (all) => all.includes('panelMacro'), kind: /^(\w+)$/ },
]

/** In Confluence a note is yellow and a warning red. */
const CONFLUENCE: Record<string, HintStyle | undefined> = {
  information: 'info',
  note: 'warning',
  warning: 'danger',
  tip: 'success',
}

const TITLES =
  /(?:^|[-_ ])(?:admonition-?title|admonition-?heading|markdown-alert-title|custom-block-title|alert-title|alert-heading|aside__title|callout-heading|callout-title|macro-title|title)/i
const BODIES = /(?:^|[-_ ])(?:admonition-?content|macro-body|aside__content|callout-text|callout-body)/i

export function calloutOf(node: Element): Callout | undefined {
  if (!['div', 'aside', 'section', 'blockquote', 'figure', 'table', 'p'].includes(node.name)) return
  const classes = classesOf(node)
  const marker = classes.length > 0 ? MARKERS.find(({ isCallout }) => isCallout(classes)) : undefined
  if (!marker) return
  const kinds = classes.flatMap((name) => marker.kind.exec(name)?.[1] ?? []).map((kind) => kind.toLowerCase())
  const kind = kinds.find((name) => Object.hasOwn(STYLES, name))
  if (hasClass(node, 'panelMacro')) return panelMacro(node)
  if (!kind && !hasClass(node, 'callout', 'admonition', 'hint')) return
  return { style: styleFor(node, kind ?? 'info'), ...partsOf(node, kind ?? '') }
}

function styleFor(node: Element, kind: string): HintStyle {
  if (hasClass(node, 'confluence-information-macro')) return CONFLUENCE[kind] ?? 'info'
  if (hasClass(node, 'markdown-alert') && kind === 'caution') return 'danger'
  return STYLES[kind] ?? 'info'
}

/** The way of old Confluence: a table with a picture in the first cell. */
function panelMacro(node: Element): Callout | undefined {
  const table = node.name === 'table' ? node : findElement(node, ({ name }) => name === 'table')
  const kind = /(info|note|warning|tip)Macro/.exec(attribute(table ?? node, 'class') ?? '')?.[1]
  if (!table || !kind) return
  const rows = elementsIn(table.children).flatMap((part) =>
    part.name === 'tr' ? [part] : elementsIn(part.children),
  )
  const body = rows.flatMap((row) => elementsIn(row.children)).at(-1)
  return (
    body && { style: CONFLUENCE[kind === 'info' ? 'information' : kind] ?? 'info', content: body.children }
  )
}

/** The title when it says more than the kind does, and the rest. */
function partsOf(node: Element, kind: string): Pick<Callout, 'title' | 'content'> {
  const elements = elementsIn(node.children)
  const title = elements.find((child) => classesOf(child).some((name) => TITLES.test(name)))
  const body = elements.find((child) => classesOf(child).some((name) => BODIES.test(name)))
  const icon = elements.length === 2 && !title && isIcon(elements[0]) ? elements[0] : undefined
  const words = title ? wordsOf(title) : ''
  const content = body ? body.children : node.children.filter((child) => child !== title && child !== icon)
  const saysMore = words !== '' && words.toLowerCase().replaceAll(/[^\p{L}]/gu, '') !== kind
  return saysMore ? { title: words, content } : { content }
}

/** One sign in front of the text. */
function isIcon(node: Element | undefined) {
  return node !== undefined && node.name !== 'p' && [...wordsOf(node, 8)].length <= 2
}
