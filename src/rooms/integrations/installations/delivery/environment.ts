import type { ReadContext } from '../../../../kit/domain/context.ts'
import { visitorKeyOf } from '../../../sites/site-access/publishing-auth.ts'
import { withOwners } from '../../integrations/access.ts'
import { type IntegrationRow, secretsOf } from '../../integrations/integrations.ts'
import { presentIntegration } from '../../integrations/present.ts'
import { presentInstallation, presentSitePlacement, presentSpacePlacement } from '../present.ts'
import { hasScope } from '../scopes.ts'
import type { InstallationRow, PlacementRow } from '../store.ts'
import { issueToken } from '../tokens.ts'

/** Whom an event is for. */
export type Recipient = {
  integration: IntegrationRow
  installation?: InstallationRow
  placement?: PlacementRow
}

const PURPOSE = 'signing secret of an integration'

/** All that a script knows about where it runs, handed to it with every event. */
export async function environmentOf(
  ctx: ReadContext,
  { integration, installation, placement }: Recipient,
  { isSettingUp }: { isSettingUp: boolean },
) {
  const [seen] = await withOwners(ctx, [integration])
  const { name } = integration
  const maySignIn = installation !== undefined && hasScope(installation, integration, 'site:visitor:auth')
  const placeId = placement?.spaceId ?? placement?.siteId
  const secretOf = (id: string) => ctx.signer.sign(PURPOSE, `${id} 1`) + ctx.signer.sign(PURPOSE, `${id} 2`)
  const apiTokens = {
    integration: issueToken(ctx, integration, { isSettingUp }),
    ...(installation && {
      installation: issueToken(ctx, integration, { installation: installation.id, isSettingUp }),
    }),
  }
  const signingSecrets = {
    integration: secretOf(name),
    ...(installation && { installation: secretOf(installation.id) }),
    ...(placement?.spaceId && { spaceInstallation: secretOf(`${installation?.id} ${placeId}`) }),
    // What it signs with this lets visitors in.
    ...(placement?.siteId && {
      siteInstallation: maySignIn
        ? ((await visitorKeyOf(ctx, placement.siteId, name)) ?? secretOf(`${installation?.id} ${placeId}`))
        : secretOf(`${installation?.id} ${placeId}`),
    }),
  }
  return {
    apiEndpoint: ctx.links.of(''),
    apiTokens,
    integration: seen && presentIntegration(seen, ctx.links),
    ...(installation && { installation: presentInstallation(installation, integration, ctx) }),
    ...(placement?.spaceId && { spaceInstallation: presentSpacePlacement(placement, ctx) }),
    ...(placement?.siteId && { siteInstallation: presentSitePlacement(placement, ctx) }),
    secrets: secretsOf(ctx, integration),
    signingSecrets,
    // Scripts of earlier days know one of each.
    authToken: apiTokens.installation ?? apiTokens.integration,
    signingSecret:
      signingSecrets.siteInstallation ??
      signingSecrets.spaceInstallation ??
      signingSecrets.installation ??
      signingSecrets.integration,
  }
}
