// Visitors whom a team's own backend signs in: the key, code that works, and a sign-in to try.
import { SignJWT } from 'jose'
import { isPlainObject } from '../../../engines/adaptive/own-values.ts'
import { type Html, html } from '../../../engines/html/html.ts'
import type { PublishingAuth } from '../../../rooms/sites/site-access/schema.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { alertView, fieldView } from '../../frame/fields.ts'
import type { Form } from '../../frame/page.ts'

/** What is told once: the key, an address that signs somebody in, or why there is none. */
export type ToldOnce = { key?: string; address?: string; fault?: string; claims?: string }

const HOUR = 60 * 60
const EXAMPLE = '{ "plan": "pro" }'
const LONGEST = 4_000

/** Undefined for what is nothing of these. */
export async function takeSignedVisitors(
  asked: OwnAsked,
  path: string,
  form: Form,
): Promise<ToldOnce | 'done' | undefined> {
  const { api } = asked
  const auth = `${path}/publishing/auth`
  switch (form.get('action')) {
    case 'fallback': {
      const { backend } = await api.get<PublishingAuth>(auth)
      await api.patch(auth, { backend, fallbackURL: form.get('fallbackURL').trim() || null })
      return 'done'
    }
    case 'show-key':
      return { key: (await api.get<PublishingAuth>(auth)).privateKey }
    case 'rotate':
      return { key: (await api.post<PublishingAuth>(`${auth}/regenerate`)).privateKey }
    case 'test':
      return testSignIn(asked, path, form.get('claims').slice(0, LONGEST))
    default:
      return
  }
}

async function testSignIn({ api, ctx, words }: OwnAsked, path: string, claims: string): Promise<ToldOnce> {
  const text = words.sitePages.audience
  const { privateKey } = await api.get<PublishingAuth>(`${path}/publishing/auth`)
  const given = readClaims(claims)
  if (!given) return { claims, fault: text.badClaims({ example: EXAMPLE }) }
  const site = await api.get<Site>(path)
  if (!site.urls.published) return { claims, fault: text.publishFirst }
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  const token = await new SignJWT({ ...given, site: site.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + HOUR)
    .sign(new TextEncoder().encode(privateKey))
  return { claims, address: `${site.urls.published}?${new URLSearchParams({ jwt_token: token })}` }
}

function readClaims(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(text)
    return isPlainObject(read) ? read : undefined
  } catch {
    return
  }
}

export function signedVisitorsView(asked: OwnAsked, site: Site, auth: PublishingAuth, told: ToldOnce): Html {
  const { words } = asked
  const text = words.sitePages.audience
  return html`<section class="panel"><h2>${text.signed}</h2><p>${text.signedText}</p>
    <form method="post" class="narrow-panel">${fieldView({ name: 'fallbackURL', label: text.fallback, hint: text.fallbackHint, value: auth.fallbackURL ?? '', isOptional: true, maxLength: 2048 })}<button class="button" name="action" value="fallback">${words.save}</button></form>
    <h3>${text.key}</h3>${told.key && html`<div role="status"><code class="secret">${told.key}</code></div>`}
    <div class="actions"><form method="post"><button class="button plain small" name="action" value="show-key">${text.showKey}</button></form>
    <details class="fold"><summary class="button plain small">${text.rotate}</summary><form method="post"><p>${text.rotateText}</p><button class="button danger small" name="action" value="rotate">${text.rotate}</button></form></details></div>
    <details class="look-group"><summary>${text.sample}</summary><div><p>${text.sampleText}</p><pre class="sample" dir="ltr"><code>${sampleOf(site)}</code></pre></div></details></section>
    ${testView(asked, told)}`
}

function testView({ words }: OwnAsked, { claims = EXAMPLE, address, fault }: ToldOnce): Html {
  const text = words.sitePages.audience
  return html`<section class="panel" id="test"><h2>${text.test}</h2><p class="quiet">${text.testText}</p>${alertView(fault)}
    ${address && html`<p role="status"><a class="button" href="${address}" rel="noreferrer" target="_blank">${text.openAs}</a></p>`}
    <form method="post" class="narrow-panel" action="#test"><div class="field"><label for="claims">${text.claims}</label><textarea id="claims" name="claims" rows="3" maxlength="${LONGEST}" spellcheck="false" dir="ltr">${claims}</textarea></div>
    <button class="button plain" name="action" value="test">${text.test}</button></form></section>`
}

/** For Node.js with the package jose; runs as it is. */
function sampleOf({ id, urls, basename }: Site): string {
  const home = urls.published ?? `https://…/${basename}/`
  return `import { SignJWT } from 'jose'

// In the handler of your sign-in page, once you know who they are.
async function addressOfDocs(user, location = '/') {
  const token = await new SignJWT({ plan: user.plan, site: '${id}' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('8h')
    .sign(new TextEncoder().encode(process.env.SITE_KEY))
  const url = new URL('.' + (location.startsWith('/') ? location : '/'), '${home}')
  url.searchParams.set('jwt_token', token)
  return url.href
}`
}
