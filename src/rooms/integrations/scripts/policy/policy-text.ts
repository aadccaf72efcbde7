import type { AllowedHost } from '../../../../kit/storage/tables/integrations.ts'
import type { ContentSecurityPolicy } from '../../integrations/schema.ts'
import { DIRECTIVES } from './schema-policy.ts'

export function policyText(policy: ContentSecurityPolicy) {
  if (typeof policy === 'string') return policy
  return Object.entries(policy)
    .map(([word, value]) => `${word} ${value}`.trim())
    .join('; ')
}

/** With what people allowed beside it, in the words of a policy. */
export function extendedPolicy(
  declared: string,
  { mode, hosts }: { mode: 'hosts' | 'everything'; hosts: readonly AllowedHost[] },
) {
  const allowed =
    mode === 'everything'
      ? DIRECTIVES.map((directive) => `${directive} https:${directive === 'connect-src' ? ' wss:' : ''}`)
      : hosts.map(({ directive, host }) => `${directive} ${sourcesOf(directive, host)}`)
  return [declared, ...allowed].filter((part) => part !== '').join('; ')
}

function sourcesOf(directive: string, host: string) {
  return directive === 'connect-src' ? `https://${host} wss://${host}` : `https://${host}`
}
