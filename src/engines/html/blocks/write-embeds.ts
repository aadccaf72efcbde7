import type { Block } from '../../markdown/document.ts'
import { frameFor } from '../frames.ts'
import { html } from '../html.ts'
import { type Markup, markup, partsOf } from '../markup.ts'
import { captionOf } from './write-references.ts'

/** What is drawn by an integration where one knows the address; a caption goes with what is shown otherwise. */
export function writeEmbed(block: Extract<Block, { type: 'embed' }>): Markup {
  return { placeholder: 'drawable', source: { url: block.data.url }, parts: partsOf(writeFigure(block)) }
}

/** What is known to be safe and useful is shown in a frame; everything else is a card that leads there. */
function writeFigure(block: Extract<Block, { type: 'embed' }>): Markup {
  const { url, fullWidth } = block.data
  const caption = captionOf(block)
  const frame = frameFor(url)
  const name = fullWidth ? 'embed full-width' : 'embed'
  const words = caption !== '' && html`<figcaption>${caption}</figcaption>`
  if (frame)
    return html`
      <figure class="${name}">
        <iframe class="frame-${frame.shape}" src="${frame.src}" title="${caption || frame.title}" loading="lazy" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms"></iframe>
        ${words}
      </figure>`
  return markup`<figure class="${name}">${{ placeholder: 'card', ref: { kind: 'url', url }, ...(caption === '' ? {} : { label: caption }) }}</figure>`
}
