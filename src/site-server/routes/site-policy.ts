// What browsers may do with the page of a site: its content security policy.
import { createHash } from 'node:crypto'
import { FRAME_ORIGINS } from '../../engines/html/frames.ts'
import type { PageAnswer } from '../../engines/site/answers.ts'
import { REPORTS } from './site-reports.ts'

/**
 * `apart`: on our own address, where all sites and the console have one origin, a page with scripts of others is sent as if
 * it were on an origin of its own. Its scripts can not act for whoever is signed in, or signs in later.
 */
export type Policy = { whole: string; apart: string; withoutScripts: string }

const SANDBOX =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-top-navigation-by-user-activation'

type Directives = Map<string, Set<string>>

/** Nothing runs on a page but our own files, what is named here by its hash, and scripts of integrations. */
export function policyOf(page: PageAnswer, publicUrl: string): Policy {
  const { scripts = [] } = page
  const plain = ownPolicy(page, publicUrl)
  if (scripts.length === 0) {
    const whole = written(plain)
    return { whole, apart: whole, withoutScripts: whole }
  }
  const extended = ownPolicy(page, publicUrl)
  for (const { src, contentSecurityPolicy = '', mayUseAnyHost } of scripts) {
    add(extended, 'script-src', [src.split('?', 1)[0] ?? src])
    if (mayUseAnyHost) for (const directive of OPENED) add(extended, directive, ANY_HOST)
    for (const [directive, sources] of readPolicy(contentSecurityPolicy)) add(extended, directive, sources)
  }
  if (page.shown) add(extended, 'report-uri', [`${REPORTS}/${page.shown.site}`])
  // Our own files have addresses below /sites there; scripts of integrations have not.
  const { origin } = new URL(publicUrl)
  plain.get('script-src')?.delete("'self'")
  add(plain, 'script-src', [`${origin}/sites/`])
  const whole = written(extended)
  return { whole, apart: `${whole}; ${SANDBOX}`, withoutScripts: written(plain) }
}

function ownPolicy(
  { inline, servers = [], frames = [], isFramed }: PageAnswer,
  publicUrl: string,
): Directives {
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...hashes]],
    ['style-src', ["'self'", ...hashes]],
    ['img-src', ["'self'", 'data:', 'https:', 'http:']],
    ['media-src', ["'self'", 'https:']],
    // Fonts of an organization have one address, for sites at any host name.
    ['font-src', ["'self'", new URL(publicUrl).origin]],
    // Readers try what a description on the page describes, straight from their browser.
    ['connect-src', ["'self'", ...servers]],
    // Our own is the one that diagrams are drawn in.
    ['frame-src', ["'self'", ...FRAME_ORIGINS, ...frames]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', [isFramed ? "'self'" : "'none'"]],
  ]
  return new Map(directives.map(([directive, sources]) => [directive, new Set(sources)]))
}

/** Where an integration may ask for more. What decides about our own pages, it does not decide. */
const EXTENDABLE = new Set([
  ...['script-src', 'script-src-elem', 'style-src', 'style-src-elem', 'img-src', 'font-src', 'connect-src'],
  ...['media-src', 'frame-src', 'child-src', 'worker-src'],
])
/** A host of somebody, by its name. Words like 'unsafe-inline' would be for everything on the page. */
const HOST = /^(https|wss):\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?(\/[\w\-./%~]*)?$/i
/** Where somebody allowed everything: other people's hosts, and still no code that stands in the page. */
const OPENED = [...EXTENDABLE].filter(
  (directive) => !directive.endsWith('-elem') && directive !== 'child-src',
)
const ANY_HOST = ['https:', 'wss:']
const SAME_AS: Record<string, string> = {
  'script-src-elem': 'script-src',
  'style-src-elem': 'style-src',
  'child-src': 'frame-src',
}

function* readPolicy(text: string): Generator<[string, string[]]> {
  for (const part of text.split(';')) {
    const [directive = '', ...sources] = part.trim().split(/\s+/)
    const name = directive.toLowerCase()
    if (!EXTENDABLE.has(name)) continue
    yield [SAME_AS[name] ?? name, sources.map(withScheme).filter((source) => HOST.test(source))]
  }
}

/** A host alone is meant as one that is reached safely. */
function withScheme(source: string) {
  return /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+([:/]|$)/i.test(source) ? `https://${source}` : source
}

function add(directives: Directives, directive: string, sources: readonly string[]) {
  if (sources.length === 0) return
  const known = directives.get(directive) ?? new Set<string>()
  for (const source of sources) known.add(source)
  directives.set(directive, known)
}

function written(directives: Directives) {
  return [...directives].map(([directive, sources]) => [directive, ...sources].join(' ')).join('; ')
}
