import type { Block, HintStyle, InlineNode } from '../../markdown/document.ts'
import { fragmentNamed, inlineText } from '../../markdown/nodes.ts'
import { formatted, plainTitle } from '../../markdown/read/titles.ts'
import { type Html, html } from '../html.ts'
import { namedIcon, sign } from '../icons.ts'
import { attribute, type Markup, markup, partsOf, say } from '../markup.ts'
import { safeUrl } from '../safe-url.ts'
import type { PlainWords } from '../words.ts'
import { copyButton } from './write-code.ts'
import { writeInlines } from './write-inlines.ts'
import {
  anchorOf,
  aside,
  direction,
  directionOf,
  type HtmlSpot,
  otherNames,
  saidOf,
  type WriteState,
  writeInside,
} from './write-state.ts'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

const STYLES: Record<HintStyle, PlainWords> = {
  info: 'note',
  success: 'tip',
  warning: 'warning',
  danger: 'danger',
}

export function writeHint(state: WriteState, block: Of<'hint'>, spot: HtmlSpot): Markup {
  const style = Object.hasOwn(STYLES, block.data.style) ? block.data.style : 'info'
  return writeHintOf(
    state,
    { style, nodes: block.nodes },
    spot,
    namedIcon(state.icons, saidOf(block, 'icon')),
  )
}

type HintLook = { style: HintStyle; nodes: readonly Block[] }

export function writeHintOf(
  state: WriteState,
  { style, nodes }: HintLook,
  spot: HtmlSpot,
  icon?: Html,
): Markup {
  return markup`
    <div class="hint ${style}" role="note" aria-label="${say(STYLES[style])}"${directionOf(state, nodes)}>
      <span class="hint-sign">${icon ?? sign(style)}</span>
      <div class="hint-body">${writeInside(state, nodes, aside(spot))}</div>
    </div>`
}

export function writeExpandable(state: WriteState, block: Of<'expandable'>, spot: HtmlSpot): Markup {
  const titles = (fragmentNamed(block, 'expandable-title')?.nodes ?? []).flatMap((one) =>
    one.type === 'paragraph' && one.nodes.some(saysSomething) ? [one] : [],
  )
  const title = titles.map((one) => writeInlines(state, titleIn(state, one), aside(spot)))
  const body = writeInside(state, fragmentNamed(block, 'expandable-body')?.nodes ?? [], aside(spot))
  const isOpen = saidOf(block, 'open') !== undefined
  return markup`
    <details class="expandable"${directionOf(state, block.fragments)}${anchorOf(state, block)}${attribute('open', isOpen)}>
      <summary${direction(state)}>${otherNames(state, [block.meta?.formerId])}${sign('arrow')}<span>${title.length > 0 ? title : say('details')}</span></summary>
      <div class="expandable-body">${body}</div>
    </details>`
}

function saysSomething(node: InlineNode): boolean {
  return node.object !== 'text' || inlineText([node]) !== ''
}

/** Where changes are shown, they are known by the texts as they are. */
function titleIn({ different }: WriteState, { nodes }: Of<'paragraph'>) {
  return different ? nodes : formatted(nodes)
}

/** Words to be handed to a machine. */
export function writePrompt(state: WriteState, block: Of<'prompt'>, spot: HtmlSpot): Markup {
  const { description, icon, defaultExpanded } = block.data
  const isOpen = defaultExpanded === 'full' || defaultExpanded === 'true'
  return markup`
    <div class="prompt" data-copy-from>
      <details${attribute('open', isOpen)}>
        <summary>${namedIcon(state.icons, icon) ?? sign('spark')}<span>${plainTitle(description ?? '') || say('prompt')}</span></summary>
        <div class="prompt-body" data-copied>${writeInside(state, block.nodes, aside(spot))}</div>
      </details>
      ${copyButton(say('copyPrompt'))}
    </div>`
}

/** What an integration draws is not known here; its address, if it has one, is. */
export function writeIntegration({ data }: Of<'integration'>): Markup {
  const { integration, block, props } = data
  const name = `${integration}/${block}`
  const url = safeUrl(data.url ?? '')
  const instead: Markup =
    url === ''
      ? html`<div class="integration"><span class="integration-name">${name}</span></div>`
      : { placeholder: 'card', ref: { kind: 'url', url }, label: name }
  return { placeholder: 'integration', block: { integration, block, props }, parts: partsOf(instead) }
}
