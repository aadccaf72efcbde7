import { operation } from '../../../../kit/http/operations/operation.ts'
import { siteScript } from '../access.ts'
import { ScriptPolicy, ScriptPolicyChanges } from './schema-policy.ts'
import { changeScriptPolicy, scriptPolicyOf } from './script-policy.ts'

const ACCESS = 'Admins of the organization that the site belongs to; no integration'

export const operations = [
  operation({
    id: 'getSiteInstallationScriptPolicy',
    route:
      'GET /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}/script-policy',
    summary: 'Get the allowed and blocked hosts of an integration script on a site',
    description: 'Browsers load nothing from hosts that are not allowed, and report the blocked hosts.',
    access: ACCESS,
    on: siteScript,
    needs: 'admin',
    returns: ScriptPolicy,
    run: ({ ctx, subject }) => scriptPolicyOf(ctx, subject),
  }),
  operation({
    id: 'setSiteInstallationScriptPolicy',
    route:
      'PUT /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}/script-policy',
    summary: 'Allow hosts to the script of an integration on a site',
    description:
      'Replaces the allowed hosts of this integration on this site. The protection of the pages themselves does not change.',
    access: ACCESS,
    on: siteScript,
    needs: 'admin',
    body: ScriptPolicyChanges,
    example: { mode: 'hosts', hosts: [{ directive: 'script-src', host: 'widget.example.org' }] },
    returns: ScriptPolicy,
    run: ({ ctx, subject, body }) => changeScriptPolicy(ctx, subject, body),
  }),
]
