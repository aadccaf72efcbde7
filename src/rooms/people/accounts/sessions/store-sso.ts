import { sql } from 'kysely'
import type { Tx } from '../../../../kit/storage/db.ts'
import type { SsoProof } from './sso-proofs.ts'

type Shown = SsoProof & { userId: string; sessionId: string; now: Date }

/** Whoever is no member any more has nothing to be let into. */
export async function keepProof(
  db: Tx,
  { organizationId, providerId, until, userId, sessionId, now }: Shown,
) {
  await db
    .insertInto('ssoSessions')
    .values({ sessionId, organizationId, providerId, expiresAt: until })
    .onConflict((known) =>
      known.columns(['sessionId', 'organizationId']).doUpdateSet({ providerId, expiresAt: until }),
    )
    .execute()
  await sql`insert into sso_members (organization_id, user_id, provider_id, signed_in_at)
    select organization_id, user_id, ${providerId}, ${now} from members
    where organization_id = ${organizationId} and user_id = ${userId}
    on conflict (organization_id, user_id) do update set
      provider_id = excluded.provider_id, signed_in_at = excluded.signed_in_at`.execute(db)
}
