import { isElementName, WRITTEN } from '../../markdown/html/element-names.ts'
import { isInline } from '../../markdown/html/html-blocks.ts'
import { decodeHtml } from '../../markdown/html/html-text.ts'
import { elementsOf, type HtmlElement, type HtmlNode, tagAt } from '../../markdown/html/html-tree.ts'
import { attributeValue } from '../../markdown/read/attributes.ts'
import { firstDirection } from '../directions.ts'
import { alreadyHtml, type Html, html } from '../html.ts'
import { sign } from '../icons.ts'
import { attribute, type Markup, markup, NOTHING, partsOf, say } from '../markup.ts'
import { alignOf, divisionClass } from './alignment.ts'
import { pictureOf } from './picture.ts'
import { writeElementTable } from './tables/write-element-tables.ts'
import { writeEmbed } from './write-embeds.ts'
import { tick } from './write-lists.ts'
import { beginSearch } from './write-search.ts'
import {
  direction,
  directionOf,
  directionOfWords,
  type HtmlSpot,
  type WriteState,
  writtenAnchor,
  writtenTarget,
} from './write-state.ts'

// Elements that are known to be harmless are written anew, with the few attributes that are; nothing is handed on as it
// was. Of the others their content stays, or nothing where that is no text.

/** Whether blocks may be here: in a line, they lose their element. */
type Place = { spot: HtmlSpot; holdsBlocks: boolean }

const WITHOUT_TEXT = new Set(
  'script style template svg math object embed head title noscript textarea select canvas map'.split(' '),
)

/** What is linked to is the element itself; others have a target before them. */
const OWN_ID = new Set('p div center h1 h2 h3 h4 h5 h6'.split(' '))

export function writeElements(state: WriteState, nodes: readonly HtmlNode[], place: Place): Markup {
  return nodes.map((node) => {
    if (node.kind === 'element') return writeElement(state, node, place)
    return node.kind === 'text' ? html`${decodeHtml(node.source)}` : writeOther(state, node.source)
  })
}

/** A comment, or a tag that has no other end. */
function writeOther(state: WriteState, source: string): Markup {
  const tag = tagAt(source, 0)
  if (!tag || WITHOUT_TEXT.has(tag.name)) return NOTHING
  if (!isElementName(tag.name)) return html`${source}`
  return tag.isClosing ? NOTHING : writtenTarget(state, tag)
}

function writeElement(state: WriteState, element: HtmlElement, place: Place): Markup {
  const { name } = element
  if (WITHOUT_TEXT.has(name)) return NOTHING
  if (place.holdsBlocks && OWN_ID.has(name)) return writeBlockElement(state, element, place)
  return [writtenTarget(state, element), writeNamed(state, element, place)]
}

function writeNamed(state: WriteState, element: HtmlElement, place: Place): Markup {
  const { name, children } = element
  const inLine = () => writeElements(state, children, { ...place, holdsBlocks: false })
  if (WRITTEN.has(name)) return wrapped(name, inLine())
  switch (name) {
    case 'br':
      return html`<br>`
    case 'a':
      return writeLink(element, place, inLine)
    case 'button':
      return writeButton(state, element, place, inLine)
    case 'img':
      return writeImage(state, element)
    case 'picture': {
      const [image] = elementsOf(children, 'img')
      return image ? writeImage(state, image) : NOTHING
    }
    case 'input':
      return said(element, 'type') === 'checkbox' ? tick(said(element, 'checked') !== undefined) : NOTHING
    default:
      return place.holdsBlocks ? writeBlockElement(state, element, place) : inLine()
  }
}

function writeBlockElement(state: WriteState, element: HtmlElement, place: Place): Markup {
  const { name, children } = element
  const blocks = () => writeElements(state, children, place)
  const inLine = () => writeElements(state, children, { ...place, holdsBlocks: false })
  const align = attribute('class', alignOf(element))
  switch (name) {
    case 'p': {
      if (!isInline(children)) return [writtenTarget(state, element), blocks()]
      const id = writtenAnchor(state, element)
      const words = inLine()
      return markup`<p${align}${directionOfWords(state, words)}${id}>${words}</p>`
    }
    case 'div':
    case 'center': {
      const run = attribute('dir', state.turns ? firstDirection(children) : undefined)
      return markup`<div${divisionClass(element)}${run}${writtenAnchor(state, element)}>${blocks()}</div>`
    }
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const tag = alreadyHtml(`h${Math.max(2, Number(name.charAt(1)))}`)
      return markup`<${tag}${align}${direction(state)}${writtenAnchor(state, element)}>${inLine()}</${tag}>`
    }
    case 'ul':
    case 'ol':
      return wrapped(
        name,
        elementsOf(children, 'li').map((item) =>
          wrapped('li', [writtenTarget(state, item), writeElements(state, item.children, place)]),
        ),
        directionOf(state, children),
      )
    case 'dl':
      return wrapped(
        'dl',
        elementsOf(children).map((item) => writeTerm(state, item, place)),
        directionOf(state, children),
      )
    case 'table':
      return writeElementTable(state, element, (nodes) => writeElements(state, nodes, place))
    case 'details':
      return writeDetails(state, element, place)
    case 'blockquote':
      return wrapped('blockquote', blocks(), directionOf(state, children))
    case 'figure':
      return markup`<figure class="picture">${writeElements(
        state,
        children.filter((one) => !isCaption(one)),
        place,
      )}${writeCaptions(state, children, place)}</figure>`
    case 'pre':
      // Browsers drop a line end right after the tag, and here it is no longer there.
      return html`<pre dir="ltr" tabindex="0"><code>${textOf(children).replace(/^\r?\n/, '')}</code></pre>`
    case 'hr':
      return html`<hr>`
    case 'iframe':
    case 'video':
    case 'audio':
      return writeFrame(element)
    default:
      return blocks()
  }
}

function wrapped(name: string, inner: Markup, attributes?: Html): Markup {
  const tag = alreadyHtml(name)
  return markup`<${tag}${attributes}>${inner}</${tag}>`
}

function said({ attributes }: Pick<HtmlElement, 'attributes'>, name: string): string | undefined {
  return attributeValue(attributes, name)
}

function writeLink(element: HtmlElement, { spot }: Place, inLine: () => Markup): Markup {
  const url = said(element, 'href')
  if (!url || spot.inLink) return inLine()
  return {
    placeholder: 'link',
    ref: { kind: 'url', url },
    look: 'text',
    parts: partsOf(withoutLinks(inLine())),
  }
}

function writeButton(state: WriteState, element: HtmlElement, { spot }: Place, inLine: () => Markup): Markup {
  const search = spot.inLink ? undefined : beginSearch(state, element)
  return search ? markup`${search}${withoutLinks(inLine())}</span></a>` : inLine()
}

/** A link in a link would end the outer one. */
function withoutLinks(words: Markup): Markup {
  return partsOf(words).map((part) => {
    if (typeof part === 'string') return alreadyHtml(part)
    return part.placeholder === 'link' ? withoutLinks(part.parts.map(markupOf)) : part
  })
}

function markupOf(part: string | Exclude<ReturnType<typeof partsOf>[number], string>): Markup {
  return typeof part === 'string' ? alreadyHtml(part) : part
}

const LONGEST_SIDE = 10_000

function side(element: HtmlElement, name: string): number | undefined {
  const length = Number(/^(\d{1,5})(?:px)?$/.exec(said(element, name) ?? '')?.[1])
  return length > 0 && length <= LONGEST_SIDE ? length : undefined
}

function writeImage(state: WriteState, element: HtmlElement): Markup {
  const url = said(element, 'src')
  if (!url) return NOTHING
  return pictureOf(state, {
    ref: { kind: 'url', url },
    alt: said(element, 'alt') ?? '',
    width: side(element, 'width'),
    height: side(element, 'height'),
    look: 'inline',
  })
}

function writeFrame(element: HtmlElement): Markup {
  const [source] = elementsOf(element.children, 'source')
  const url = said(element, 'src') ?? (source && said(source, 'src'))
  if (!url) return NOTHING
  return writeEmbed({ object: 'block', type: 'embed', data: { url }, isVoid: true })
}

function writeTerm(state: WriteState, item: HtmlElement, place: Place): Markup {
  if (item.name === 'dt')
    return wrapped('dt', writeElements(state, item.children, { ...place, holdsBlocks: false }))
  return item.name === 'dd' ? wrapped('dd', writeElements(state, item.children, place)) : NOTHING
}

function writeDetails(state: WriteState, { children }: HtmlElement, place: Place): Markup {
  const [summary] = elementsOf(children, 'summary')
  const rest = children.filter((child) => child !== summary)
  const title = summary
    ? writeElements(state, summary.children, { ...place, holdsBlocks: false })
    : say('details')
  return markup`<details class="expandable"${directionOf(state, children)}><summary${direction(state)}>${sign('arrow')}<span>${title}</span></summary><div class="expandable-body">${writeElements(state, rest, place)}</div></details>`
}

function isCaption(node: HtmlNode): boolean {
  return node.kind === 'element' && node.name === 'figcaption'
}

function writeCaptions(state: WriteState, children: readonly HtmlNode[], place: Place): Markup {
  return elementsOf(children, 'figcaption').map((caption) =>
    wrapped(
      'figcaption',
      writeElements(state, caption.children, { ...place, holdsBlocks: false }),
      direction(state),
    ),
  )
}

function textOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) =>
      node.kind === 'element' ? textOf(node.children) : node.kind === 'text' ? decodeHtml(node.source) : '',
    )
    .join('')
}
