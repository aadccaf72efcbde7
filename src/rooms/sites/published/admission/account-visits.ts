// Visitors with an account here. The console sends who is signed in back to the site with a code; the site gives the browser
// a cookie for it. Whether that still lets somebody in is asked for every page: it names a session, and proves nothing more.
import type { Person, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { consumeVisitLink, createVisitLink } from '../../../people/accounts/links/visit-links.ts'
import { identifySessionById } from '../../../people/accounts/sessions/sessions.ts'
import { organizationAbilities } from '../../../people/organizations/access.ts'
import { accountRules, memberClaims } from '../../site-access/members.ts'
import { site as siteSubject } from '../../sites/access.ts'
import type { SiteRow } from '../../sites/store.ts'
import type { VisitorClaims } from '../published-sites.ts'

/** Where people come who are to show that they may read a site, and what a site gets back from there. */
export const VISIT_PATH = '/o/~visit'
export const CODE_PARAMETER = 'quire_code'

/** Half a day: then the console is asked again, without anybody noticing who is still signed in. */
const LONGEST_VISIT = 12 * 3_600_000
const PURPOSE = 'visit to a site'

type Place = { site: SiteRow; host: string }

export async function isReadByAccounts(ctx: ReadContext, { id, visibility }: SiteRow): Promise<boolean> {
  return visibility === 'visitor-auth' && (await accountRules(ctx, id)) !== undefined
}

/** Members read it as they see that it is there; guests only where the site says so. */
async function mayVisit(ctx: ReadContext, { id, organizationId, visibility }: SiteRow, person: Person) {
  const { credential } = person
  if (credential.kind !== 'session' || credential.lacksSecondFactor) return false
  const rules = visibility === 'visitor-auth' && (await accountRules(ctx, id))
  const seen = rules && (await siteSubject.find({ ...ctx, actor: person }, { organizationId, siteId: id }))
  if (!rules || !seen) return false
  if (siteSubject.abilities(seen, ctx).view) return true
  return rules.admitsGuests && organizationAbilities(seen.organization.standing).view
}

/** `browser`: the hash of the secret that it keeps for the site. Undefined for who may not read it. */
export async function createVisitCode(
  ctx: WriteContext,
  { site, host }: Place,
  person: Person,
  browser: string,
): Promise<string | undefined> {
  if (!(await mayVisit(ctx, site, person))) return
  const session = person.credential.id
  return createVisitLink(ctx, person.id, { site: site.id, host, browser, session })
}

export type Exchanged = { value: string; until: Date }

export async function exchangeVisitCode(
  ctx: WriteContext,
  { site, host }: Place,
  code: string,
  binding: string | undefined,
): Promise<Exchanged | undefined> {
  const session = await consumeVisitLink(ctx, code, { site: site.id, host, binding })
  if (session === undefined) return
  const until = new Date(ctx.clock.now().getTime() + LONGEST_VISIT)
  const text = `${session}.${until.getTime()}`
  const value = `${text}.${ctx.signer.sign(PURPOSE, signedText({ site, host }, text))}`
  return (await readAccountVisit(ctx, { site, host }, value)) && { value, until }
}

function signedText({ site, host }: Place, text: string) {
  return `${site.id} ${host} ${text}`
}

/** What is known of who comes with a cookie, as long as their session lasts and they may read the site. */
export async function readAccountVisit(
  ctx: ReadContext,
  { site, host }: Place,
  value: string,
): Promise<{ claims: VisitorClaims } | undefined> {
  const [session = '', until = '', signature = ''] = value.slice(0, 200).split('.')
  if (!ctx.signer.isSigned(PURPOSE, signedText({ site, host }, `${session}.${until}`), signature)) return
  if (Number(until) <= ctx.clock.now().getTime()) return
  const person = await identifySessionById(ctx, session)
  if (!person || !(await mayVisit(ctx, site, person))) return
  return { claims: site.hasAdaptiveContent ? await memberClaims(ctx, site, person) : {} }
}
