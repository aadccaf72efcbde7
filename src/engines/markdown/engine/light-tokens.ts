import MarkdownIt, { type Token } from 'markdown-it'

// The library's own tokens define each of their twelve properties by descriptor, which took a tenth of the time of a
// whole parse. These have the same properties, set plainly, and the same methods.

type Nesting = -1 | 0 | 1

class LightToken {
  type: string
  tag: string
  nesting: Nesting
  attrs = null
  map = null
  level = 0
  children = null
  content = ''
  markup = ''
  info = ''
  meta = null
  block = false
  hidden = false

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type
    this.tag = tag
    this.nesting = nesting
  }
}
Object.setPrototypeOf(LightToken.prototype, MarkdownIt.Token.prototype)

function isToken(value: object): value is Token {
  return value instanceof MarkdownIt.Token
}

function tokenOf(type: string, tag: string, nesting: Nesting): Token {
  const token: object = new LightToken(type, tag, nesting)
  return isToken(token) ? token : new MarkdownIt.Token(type, tag, nesting)
}

export class LightInlineState extends MarkdownIt.StateInline {
  override pushPending(): Token {
    const token = tokenOf('text', '', 0)
    token.content = this.pending
    token.level = this.pendingLevel
    this.tokens.push(token)
    this.pending = ''
    return token
  }

  override push(type: string, tag: string, nesting: Nesting): Token {
    if (this.pending) this.pushPending()
    const token = tokenOf(type, tag, nesting)
    if (nesting < 0) {
      this.level--
      this.delimiters = this._prev_delimiters.pop() ?? []
    }
    token.level = this.level
    if (nesting > 0) {
      this.level++
      this._prev_delimiters.push(this.delimiters)
      this.delimiters = []
    }
    this.pendingLevel = this.level
    this.tokens.push(token)
    this.tokens_meta.push(nesting > 0 ? { delimiters: this.delimiters } : undefined)
    return token
  }
}

/** What closes a block says nothing but that: one of them stands for all. */
const CLOSE = tokenOf('close', '', -1)

export class LightState extends MarkdownIt.StateBlock {
  /** How many were opened so far. */
  blocks = 0

  override push(type: string, tag: string, nesting: Nesting): Token {
    const token = nesting < 0 ? CLOSE : tokenOf(type, tag, nesting)
    token.block = true
    if (nesting >= 0 && type !== 'inline') this.blocks++
    if (nesting < 0) this.level--
    token.level = this.level
    if (nesting > 0) this.level++
    this.tokens.push(token)
    return token
  }
}
