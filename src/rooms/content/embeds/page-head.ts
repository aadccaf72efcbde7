// What a web page says of itself in its head.
import { Parser } from 'htmlparser2'

type PageHead = { title?: string; site?: string; icon?: string }

/** The head of a page stands in its first letters; what comes later is not read. */
const LONGEST_HEAD = 64 * 1024
const LONGEST_TEXT = 256

/** `address` is where the page came from: its icon may be named in relation to it. */
export function readHead(source: string, address: string): PageHead {
  const said = new Map<string, string>()
  const keep = (name: string, text: string | undefined) => {
    const plain = text && plainText(text)
    if (plain && !said.has(name)) said.set(name, plain)
  }
  let title: string | undefined
  let isInTitle = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'body') parser.pause()
      if (name === 'title' && title === undefined) {
        isInTitle = true
        title = ''
      }
      if (name === 'meta')
        keep(String(attributes.property ?? attributes.name).toLowerCase(), attributes.content)
      const isIcon = name === 'link' && /(?:^|\s)icon(?:\s|$)/i.test(attributes.rel ?? '')
      if (isIcon && attributes.href) keep('icon', attributes.href)
    },
    ontext(text) {
      if (isInTitle) title += text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
    },
  })
  parser.end(source.slice(0, LONGEST_HEAD))
  keep('title', title)
  return {
    title: said.get('og:title') ?? said.get('title'),
    site: said.get('og:site_name'),
    icon: webAddress(said.get('icon'), address),
  }
}

function plainText(text: string) {
  return text
    .slice(0, 4 * LONGEST_TEXT)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
}

function webAddress(text: string | undefined, base: string) {
  if (!text || !URL.canParse(text, base)) return
  const { protocol, href } = new URL(text, base)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
