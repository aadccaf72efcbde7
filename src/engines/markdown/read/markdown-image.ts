import type { Token } from 'markdown-it'
import type { ImageInline } from '../document.ts'

/** `![alt](src "title")` */
export function markdownImage(token: Token): ImageInline {
  const title = token.attrGet('title')
  const alt = altText(token.children ?? [])
  return {
    object: 'inline',
    type: 'inline-image',
    data: {
      ref: { kind: 'url', url: String(token.attrGet('src') ?? '') },
      ...(title ? { caption: String(title) } : {}),
      ...(alt ? { alt } : {}),
    },
    isVoid: true,
  }
}

function altText(tokens: readonly Token[]): string {
  let out = ''
  for (const token of tokens) {
    if (token.type === 'image') out += altText(token.children ?? [])
    else if (token.type === 'softbreak' || token.type === 'hardbreak') out += ' '
    else if (token.type === 'text' || token.type === 'code_inline') out += token.content
    else if (token.nesting === 0) out += token.markup || token.content
  }
  return out
}
