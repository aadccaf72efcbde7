// Addresses and code that a block of an integration is drawn for, though no text names it.
import type { Drawable, IntegrationBlock } from '../../../../engines/html/written-document.ts'
import type { IntegrationRow } from '../../integrations/integrations.ts'

type Drawer = { to: { integration: IntegrationRow } }

export function mayUnfurl({ manifest: { blocks = [] } }: IntegrationRow) {
  return blocks.some(({ urlUnfurl, markdown }) => urlUnfurl !== undefined || markdown !== undefined)
}

/** The first that knows it. */
export function blockFor(drawers: readonly Drawer[], source: Drawable): IntegrationBlock | undefined {
  for (const { to } of drawers) {
    const { name } = to.integration
    const block = 'url' in source ? unfurled(to.integration, source.url) : coded(to.integration, source)
    if (block) return { integration: name, ...block }
  }
}

type Block = Omit<IntegrationBlock, 'integration'>

function unfurled(integration: IntegrationRow, url: string): Block | undefined {
  const block = unfurlingBlock(integration, url)
  return block && { block: block.id, props: {}, action: { action: '@link.unfurl', url } }
}

/** Of an integration: the block for an address. */
export function unfurlingBlock({ manifest: { blocks = [] } }: IntegrationRow, address: string) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return
  return blocks.find(({ urlUnfurl = [] }) => urlUnfurl.some((pattern) => isFor(pattern, url)))
}

function coded(
  { manifest: { blocks = [] } }: IntegrationRow,
  { language, code }: Extract<Drawable, { language: string }>,
): Block | undefined {
  const block = blocks.find(({ markdown }) => markdown?.codeblock.toLowerCase() === language)
  return block?.markdown && { block: block.id, props: { [block.markdown.body]: code } }
}

const PATTERN = /^(https?:)\/\/(\*\.)?([^/?#*]+)(.*)$/s

/** A pattern is the beginning of addresses; a star in it stands for anything. The host is that host, or one below it. */
function isFor(pattern: string, { protocol, host, pathname, search, hash }: URL) {
  const [, scheme, below, named = '', path = ''] = PATTERN.exec(pattern) ?? []
  if (scheme !== protocol) return false
  const isThere = below ? host.endsWith(`.${named.toLowerCase()}`) : host === named.toLowerCase()
  return isThere && beginsLike(pathname + search + hash, path)
}

/** Each part is looked for behind the one before: as many looks as there are stars. */
function beginsLike(text: string, pattern: string) {
  const [first = '', ...others] = (pattern || '/').split(/\*+/)
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}
