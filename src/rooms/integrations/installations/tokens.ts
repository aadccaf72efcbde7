// Tokens of integrations. What they say is signed; whether it still holds is looked up at every request.
import type { Actor, ReadContext } from '../../../kit/domain/context.ts'
import { findIntegration, type IntegrationRow } from '../integrations/integrations.ts'
import { scopesOf } from './scopes.ts'
import { findInstallationById, findResponsible, type InstallationRow, listPlaces } from './store.ts'

const PREFIX = 'quire_app_'
const PURPOSE = 'token of an integration'
const LIFETIME = 60 * 60 * 1000
const LONGEST = 1024

/** Of an integration, or of one of its installations; `isSettingUp` where it came with the word that it is set up. */
type Claim = {
  integration: string
  /** When it was published first: a name that was given back may be somebody else's by now. */
  since: number
  installation?: string
  isSettingUp?: boolean
  until: number
}

export function issueToken(
  ctx: ReadContext,
  { name, createdAt }: Pick<IntegrationRow, 'name' | 'createdAt'>,
  { installation, isSettingUp }: Pick<Claim, 'installation' | 'isSettingUp'>,
) {
  const said: Claim = {
    integration: name,
    since: createdAt.getTime(),
    installation,
    isSettingUp: isSettingUp || undefined,
    until: ctx.clock.now().getTime() + LIFETIME,
  }
  const claim = Buffer.from(JSON.stringify(said)).toString('base64url')
  return `${PREFIX}${claim}~${ctx.signer.sign(PURPOSE, claim)}`
}

export function looksLikeAppToken(token: string) {
  return token.startsWith(PREFIX) && token.length <= LONGEST
}

function open(ctx: ReadContext, token: string): Claim | undefined {
  const [claim = '', signature = ''] = token.slice(PREFIX.length).split('~')
  if (!ctx.signer.isSigned(PURPOSE, claim, signature)) return
  const opened: Claim = JSON.parse(Buffer.from(claim, 'base64url').toString())
  return opened.until > ctx.clock.now().getTime() ? opened : undefined
}

export async function identifyApp(ctx: ReadContext, token: string): Promise<Actor | undefined> {
  const claim = open(ctx, token)
  const integration = claim && (await findIntegration(ctx, claim.integration))
  if (!integration || integration.createdAt.getTime() !== claim.since) return
  if (claim.installation === undefined)
    return {
      kind: 'integration',
      id: '',
      isAdministrator: false,
      integration: integration.name,
      isSettingUp: claim.isSettingUp,
    }
  const row = await findInstallationById(ctx.db, claim.installation)
  if (!row || row.integration !== integration.name || row.status === 'paused') return
  const actor = await actorFor(ctx, row, scopesOf(row, integration))
  return actor && { ...actor, isSettingUp: claim.isSettingUp }
}

/** Whether a script acts while it is told that it is set up. */
export function isSettingUp({ actor }: ReadContext) {
  return (actor.kind === 'installation' || actor.kind === 'integration') && actor.isSettingUp === true
}

async function actorFor(
  ctx: ReadContext,
  row: InstallationRow,
  scopes: readonly string[],
): Promise<Extract<Actor, { kind: 'installation' }> | undefined> {
  const id = await findResponsible(ctx.db, row)
  if (id === undefined) return
  const { spaceIds, siteIds } = await listPlaces(ctx.db, row.id)
  return {
    kind: 'installation',
    id,
    isAdministrator: false,
    installation: {
      id: row.id,
      integration: row.integration,
      organizationId: row.organizationId,
      scopes,
      spaceIds: row.spaceSelection === 'all' ? 'all' : spaceIds,
      siteIds: row.siteSelection === 'all' ? 'all' : siteIds,
    },
  }
}
