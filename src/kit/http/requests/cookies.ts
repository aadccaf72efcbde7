import type { Cookie } from '../../../engines/site/answers.ts'

/** Browsers forget a cookie that is longer than 4,096 bytes with its name and all. */
const LONGEST = 3_800
/** In front of the first of several parts: how many there are. No token begins like it. */
const PARTS = /^~(\d)~/

export function cookiesOf(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const [name, value] of pairsOf(header)) cookies[name] ??= value
  for (const [name, value] of Object.entries(cookies)) {
    const count = Number(PARTS.exec(value)?.[1] ?? 1)
    for (let part = 2; part <= count; part++) cookies[name] += cookies[partName(name, part)] ?? ''
    cookies[name] = cookies[name]?.replace(PARTS, '') ?? ''
  }
  return cookies
}

/** Several, where cookies of one name were set for several paths. */
export function valuesOf(header: string | undefined, name: string): string[] {
  return pairsOf(header).flatMap(([each, value]) => (each === name ? [value] : []))
}

/** The parts between semicolons, in order; without a `=` the value is undefined. */
export function cookiePairs(header: string | undefined) {
  return (header?.split(';') ?? []).map((pair): [name: string, value: string | undefined] => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.length > 0 ? value.join('=').trim() : undefined]
  })
}

function pairsOf(header: string | undefined) {
  return cookiePairs(header).map(([name, value = '']): [name: string, value: string] => [name, value])
}

/** The headers that set it: several for what is too long for one. */
export function cookieTexts(cookie: Cookie, isSecure: boolean): string[] {
  const { name, value, path, expires, maxAge, isReadable } = cookie
  const parts = value.match(new RegExp(`.{1,${LONGEST}}`, 'gs')) ?? ['']
  const attributes = [`Path=${path}`, ...(isReadable ? [] : ['HttpOnly']), 'SameSite=Lax']
  if (expires) attributes.push(`Expires=${expires.toUTCString()}`)
  if (maxAge) attributes.push(`Max-Age=${maxAge}`)
  if (isSecure) attributes.push('Secure')
  return parts.map((part, index) => {
    const count = index === 0 && parts.length > 1 ? `~${parts.length}~` : ''
    const named = index === 0 ? name : partName(name, index + 1)
    return [`${named}=${count}${part}`, ...attributes].join('; ')
  })
}

function partName(name: string, part: number) {
  return `${name}_${part}`
}
