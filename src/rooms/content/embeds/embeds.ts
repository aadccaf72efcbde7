import { decodeText } from '../../../engines/conversion/text.ts'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { readHead } from './page-head.ts'
import { knownEmbed } from './providers.ts'
import type { Embed } from './schema.ts'

const LARGEST = 1024 * 1024
const PATIENCE = 5_000

/**
 * What an address is shown as. Known places are known by their addresses. Other pages are asked for their title, for
 * members: visitors of a site can not send us anywhere.
 */
export async function embedOf(ctx: OutsideContext, address: string): Promise<Embed> {
  const url = requireWebAddress(address)
  const known = knownEmbed(url)
  if (known) return known
  const plain = plainLink(url)
  if (ctx.actor.kind === 'visitor') return plain
  const { title = plain.title, site = plain.site, icon } = await headOf(ctx, url)
  return { ...plain, title, site, icon }
}

function requireWebAddress(address: string) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid('query.url must be a URL that begins with https:// or http://', { field: 'query.url' })
  return url
}

/** Without what is behind the path, which may hold secrets. */
export function plainLink({ host, pathname }: URL): Embed {
  return { type: 'link', title: pathname === '/' ? host : (host + pathname).slice(0, 256), site: host }
}

/** Nothing, of what does not answer or is no page: it can still be a link. */
async function headOf({ fetcher }: OutsideContext, url: URL) {
  try {
    const options = { maxBytes: LARGEST, timeout: PATIENCE, maxRedirects: 3, accept: 'text/html' }
    const { status, body, headers, contentType, url: from } = await fetcher.fetch(url.href, options)
    if (status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType ?? '')) return {}
    const charset = /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
    return readHead(decodeText(body, charset), from)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    if (error.code === 'FETCH_REFUSED')
      throw invalid(`query.url could not be fetched: ${error.message}`, { field: 'query.url' })
    return {}
  }
}
