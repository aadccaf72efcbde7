import type { Actor } from '../../../kit/domain/context.ts'
import type { UserRow } from '../identity/store.ts'
import type { Account, Session } from './schema.ts'
import { deviceName } from './sessions/device.ts'
import type { SessionRow } from './sessions/store-sessions.ts'

export function presentSession(row: SessionRow, actor: Actor): Session {
  const isCurrent =
    actor.kind === 'user' && actor.credential.kind === 'session' && actor.credential.id === row.id
  return {
    object: 'session',
    id: row.id,
    isCurrent,
    methods: row.methods,
    device: deviceName(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }
}

export function presentLink({ url, expiresAt }: { url: string; expiresAt: Date }) {
  return { object: 'one-time-link' as const, url, expiresAt: expiresAt.toISOString() }
}

export function presentAccount(
  user: UserRow,
  more: Pick<Account, 'hasPassword' | 'hasSecondFactor' | 'sessions'>,
): Account {
  return {
    object: 'account',
    user: user.id,
    emailVerifiedAt: user.emailVerifiedAt?.toISOString(),
    suspendedAt: user.suspendedAt?.toISOString(),
    lastSignedInAt: user.lastSignedInAt?.toISOString(),
    lastSignedInBy: user.lastSignedInBy ?? undefined,
    ...more,
  }
}
