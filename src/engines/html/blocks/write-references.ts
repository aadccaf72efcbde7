import type { Block } from '../../markdown/document.ts'
import { parseMarkdown } from '../../markdown/parse.ts'
import { plainText } from '../../markdown/sections.ts'
import { html } from '../html.ts'
import { type Markup, partsOf } from '../markup.ts'
import { saidOf } from './write-state.ts'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

const LONGEST_CAPTION = 2000

/** What is between a tag and its end, or else in its attribute, as words. */
export function captionOf(block: Block): string {
  const source = block.meta?.body?.trim() || saidOf(block, 'caption')?.trim() || ''
  if (source.length > LONGEST_CAPTION || !/[[\]*_`<{\\&]/.test(source))
    return source.slice(0, LONGEST_CAPTION)
  return plainText(parseMarkdown(source)).trim()
}

export function writeFile(block: Of<'file'>): Markup {
  return { placeholder: 'file', ref: block.data.ref, caption: partsOf(html`${captionOf(block)}`) }
}

/** `beside`: the words before it and behind it, which it does not say again. */
export function writeReference(block: Of<'content-ref'>, beside = ''): Markup {
  const label = captionOf(block)
  return {
    placeholder: 'card',
    ref: block.data.ref,
    ...(label === '' ? {} : { label }),
    ...(beside.trim() === '' ? {} : { beside }),
  }
}
