import type { identitiesOf } from './identities.ts'
import type { Identity } from './schema.ts'

type Found = Awaited<ReturnType<typeof identitiesOf>>[number]

export function presentIdentity({
  id,
  provider,
  issuer,
  subject,
  email,
  createdAt,
  lastUsedAt,
}: Found): Identity {
  return {
    object: 'identity',
    id,
    provider,
    issuer,
    subject,
    email,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }
}
