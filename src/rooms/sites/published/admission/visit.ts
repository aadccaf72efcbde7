// A visit: a site, somebody who proved that they may read it, and what they get to see there.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { SeenSpace } from '../../../content/spaces/access.ts'
import { findShareLink, noteUse } from '../../site-access/share-links.ts'
import { readVisitorToken, visitorClaims } from '../../site-access/visitor-tokens.ts'
import type { SiteRow } from '../../sites/store.ts'
import type { Structure } from '../../sites/structure/structure.ts'
import { structureFor, type VisitorClaims } from '../published-sites.ts'
import { readAccountVisit } from './account-visits.ts'

/** What let somebody in: with a public site, nothing was asked. */
export type Proof =
  | { kind: 'open' }
  | { kind: 'share-link'; linkId: string }
  | { kind: 'token' }
  | { kind: 'account' }

/** `until`: when what somebody proved ends, if it does; `key`: which one of the site they proved it with. */
type Admitted = { proof: Proof; claims: VisitorClaims; until?: Date; key?: string }

export type Visit = Admitted & { site: SiteRow; structure: Structure<SeenSpace> }

/** `account`: a cookie of somebody who signed in here, and the host that it is for. */
export type Credentials = {
  shareKey?: string
  token?: string
  account?: { host: string; cookie: string }
  unsigned?: unknown
}

/** Why somebody is not let in, in words for them. */
export type VisitRefusal = { reason: string }

export async function visit(
  ctx: ReadContext,
  site: SiteRow,
  credentials: Credentials,
): Promise<Visit | VisitRefusal> {
  const admitted = await admit(ctx, site, credentials)
  if ('reason' in admitted) return admitted
  return { site, ...admitted, structure: await structureFor(ctx, site, admitted.claims) }
}

async function admit(
  ctx: ReadContext,
  site: SiteRow,
  { shareKey, token, account, unsigned }: Credentials,
): Promise<Admitted | VisitRefusal> {
  const read = token === undefined ? undefined : await readVisitorToken(ctx, site, token)
  // Where nothing is asked, a token that is good still says who somebody is; one that is not says nothing.
  const proven = read?.kind === 'visitor' ? read : undefined
  const admitted = async (proof: Proof): Promise<Admitted> => ({
    proof,
    claims: await claimsOf(ctx, site, { signed: proven?.claims, unsigned }),
    until: proven?.expiresAt,
    key: proven?.key,
  })
  switch (site.visibility) {
    case 'public':
    case 'unlisted':
      return admitted({ kind: 'open' })
    case 'share-link': {
      const link = shareKey === undefined ? undefined : await findShareLink(ctx, site.id, shareKey)
      if (link) {
        await noteUse(ctx, link)
        return admitted({ kind: 'share-link', linkId: link.id })
      }
      return { reason: 'This site needs a share link, and this is not one of its links' }
    }
    case 'visitor-auth':
      if (proven) return admitted({ kind: 'token' })
      if (account) {
        const person = await readAccountVisit(ctx, { site, host: account.host }, account.cookie)
        if (person) {
          const claims = await claimsOf(ctx, site, { signed: person.claims, unsigned })
          return { proof: { kind: 'account' }, claims }
        }
      }
      return { reason: 'This site needs a signed-in visitor, and this token is not valid' }
    default:
      return site.visibility satisfies never
  }
}

async function claimsOf(
  ctx: ReadContext,
  site: SiteRow,
  { signed, unsigned }: { signed?: VisitorClaims; unsigned?: unknown },
): Promise<VisitorClaims> {
  if (!site.hasAdaptiveContent) return {}
  const said = await visitorClaims(ctx, site.id, { unsigned })
  return { ...said, ...signed, unsigned: { ...Object(said.unsigned), ...Object(signed?.unsigned) } }
}
