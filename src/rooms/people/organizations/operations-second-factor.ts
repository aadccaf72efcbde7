import { operation } from '../../../kit/http/operations/operation.ts'
import { organization } from './access.ts'
import { SecondFactorRule, SecondFactorRuleChange } from './schema-second-factor.ts'
import { requireSecondFactors, secondFactorRule } from './second-factor.ts'

export const operations = [
  operation({
    id: 'getSecondFactorRule',
    route: 'GET /v1/orgs/{organizationId}/second-factor',
    summary: 'See whether members need a second factor',
    on: organization,
    needs: 'admin',
    returns: SecondFactorRule,
    run: ({ ctx, subject: organization }) => secondFactorRule(ctx, organization),
  }),
  operation({
    id: 'setSecondFactorRule',
    route: 'PUT /v1/orgs/{organizationId}/second-factor',
    summary: 'Require a second factor of all members, or no longer',
    description:
      'Members without an authenticator app or a passkey are led to set one up before they do anything else in a browser. A second factor that an identity provider asked for counts, where the installation trusts it for that. API tokens go on working.',
    on: organization,
    needs: 'admin',
    isSensitive: true,
    body: SecondFactorRuleChange,
    example: { isRequired: true },
    returns: SecondFactorRule,
    run: ({ ctx, subject: organization, body }) => requireSecondFactors(ctx, organization, body.isRequired),
  }),
]
