// Whose account it is that a provider of an organization speaks of. It is the organization's word and nobody else's: it opens
// that organization, links to an account only with proof from both sides, and vouches for no address beyond it.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { canSignIn } from '../../accounts/credentials.ts'
import { linkIdentity, shownIdentity } from '../../accounts/identities/identities.ts'
import { consumeLink, createLink, peekLink } from '../../accounts/links/one-time-links.ts'
import { browserHash } from '../../accounts/methods/sign-in-links.ts'
import { keepSsoProof, ssoProofOf } from '../../accounts/sessions/sso-proofs.ts'
import type { Proof } from '../../accounts/sign-in.ts'
import { createUser, findUserById, findUserWithEmail } from '../../identity/users.ts'
import { addMembers, belongsElsewhere, enrolInSso, memberOf } from '../../members/members.ts'
import { findOrganizationById } from '../../organizations/organizations.ts'
import { isTeam, placeInTeam } from '../../teams/teams.ts'
import { findProvider, isManagedHere, type ProviderRow } from '../store-providers.ts'
import type { Shown } from './answers.ts'

type Recognized =
  | { kind: 'known'; proof: Proof }
  /** The address has an account: the secret stands for what was shown until its owner has signed in. */
  | { kind: 'asks'; secret: string }
  | { kind: 'no-account' }
  | { kind: 'no-address' }

/** One provider does not speak for another, whatever it calls itself. */
function issuerOf({ id, issuer }: ProviderRow) {
  return `sso:${id}:${issuer}`
}

export async function recognizeMember(
  ctx: WriteContext,
  row: ProviderRow,
  shown: Shown,
  { browser, next }: { browser: string; next: string },
): Promise<Recognized> {
  const known = await shownIdentity(ctx, issuerOf(row), shown.subject)
  if (known) return enter(ctx, row, shown, { id: known.userId, email: shown.email ?? known.email })
  const email = addressIn(shown)
  if (email === undefined) return { kind: 'no-address' }
  const owner = await findUserWithEmail(ctx, email)
  if (owner && !(await isOurs(ctx, row, owner))) {
    const details = { browser: browserHash(browser), next, provider: row.id, subject: shown.subject, email }
    const until = shown.sessionUntil?.toISOString()
    return {
      kind: 'asks',
      ...(await createLink(ctx, 'link-member', { ...details, until, userId: owner.id })),
    }
  }
  if (!owner && !(await mayBring(ctx, row, email))) return { kind: 'no-account' }
  // Nobody showed here that mail reaches them: the address stays unverified until they do.
  const user = owner ?? (await createUser(ctx, { email, displayName: shown.name?.slice(0, 64) }))
  await linkIdentity(ctx, user.id, { ...identityOf(row, shown.subject, email) })
  return enter(ctx, row, shown, user)
}

function identityOf(row: ProviderRow, subject: string, email: string) {
  return { issuer: issuerOf(row), subject, email, label: row.label }
}

/** Made by the directory of the same organization, and nobody's otherwise: both sides are theirs. */
async function isOurs(
  ctx: ReadContext,
  { organizationId }: ProviderRow,
  { id, emailVerifiedAt }: { id: string; emailVerifiedAt: Date | null },
) {
  if (emailVerifiedAt !== null || !(await isManagedHere(ctx.db, organizationId, id))) return false
  return !(await canSignIn(ctx, id)) && !(await belongsElsewhere(ctx, id, organizationId))
}

async function enter(
  ctx: WriteContext,
  row: ProviderRow,
  shown: Shown,
  user: { id: string; email: string },
): Promise<Recognized> {
  if (!(await comeIn(ctx, row, user))) return { kind: 'no-account' }
  const sso = ssoProofOf(ctx, row, shown.sessionUntil)
  return { kind: 'known', proof: { userId: user.id, methods: [row.kind], sso } }
}

/** Members stay what they are; others come in where the organization has the domain of their address. */
async function comeIn(ctx: WriteContext, row: ProviderRow, user: { id: string; email: string }) {
  const { organizationId, defaultRole: role, defaultTeamId } = row
  const member = await memberOf(ctx, organizationId, user.id)
  if (member) {
    if (!member.sso) await enrolInSso(ctx, organizationId, user.id)
    return true
  }
  if (!(await mayBring(ctx, row, user.email))) return false
  await addMembers(ctx, organizationId, [{ userId: user.id, role, sso: true }])
  if (defaultTeamId && (await isTeam(ctx, organizationId, defaultTeamId)))
    await placeInTeam(ctx, { id: defaultTeamId, organizationId }, user.id)
  return true
}

async function mayBring(ctx: ReadContext, { organizationId }: ProviderRow, email: string) {
  const organization = await findOrganizationById(ctx, organizationId)
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return organization?.emailDomains.includes(domain) ?? false
}

function addressIn({ email }: Shown) {
  return email && email.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(email) ? email : undefined
}

export type WaitingMember = {
  userId: string
  email: string
  subject: string
  next: string
  provider: ProviderRow
  sessionUntil?: Date
}

/** What waits for the other side. It is good in the browser in which it was shown. */
export async function findWaitingMember(
  ctx: ReadContext,
  secret: string,
  browser: string | undefined,
): Promise<WaitingMember | undefined> {
  const link = await peekLink(ctx, 'link-member', secret)
  if (!link?.userId || browser === undefined || link.details.browser !== browserHash(browser)) return
  const { provider: id = '', subject = '', email = '', next = '', until } = link.details
  const provider = await findProvider(ctx.db, id)
  const user = await findUserById(ctx, link.userId)
  if (!provider || !user || user.suspendedAt || user.email.toLowerCase() !== email.toLowerCase()) return
  const sessionUntil = until ? new Date(until) : undefined
  return { userId: user.id, email, subject, next, provider, sessionUntil }
}

/** For whoever is signed in to the account, by something of its own. */
export async function linkMember(
  ctx: WriteContext,
  secret: string,
  { userId, email, subject, provider, sessionUntil }: WaitingMember,
  sessionId: string,
) {
  if (!(await consumeLink(ctx, 'link-member', secret))) return
  await linkIdentity(ctx, userId, identityOf(provider, subject, email))
  if (!(await comeIn(ctx, provider, { id: userId, email }))) return
  await keepSsoProof(ctx, ssoProofOf(ctx, provider, sessionUntil), { userId, sessionId })
}
