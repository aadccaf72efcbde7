import type { Links } from '../../../kit/domain/links.ts'
import type { ApiToken, User } from './schema.ts'
import type { ApiTokenRow } from './store.ts'

export type PresentableUser = { id: string; displayName: string; email: string; photoUrl: string | null }

export function presentUser({ id, displayName, email, photoUrl }: PresentableUser, links: Links): User {
  return {
    object: 'user',
    id,
    displayName,
    email,
    photoURL: photoUrl?.startsWith('/') ? links.of(photoUrl) : (photoUrl ?? undefined),
    urls: { location: links.user(id) },
  }
}

export function presentToken({ id, label, createdAt, expiresAt, lastUsedAt, scopes }: ApiTokenRow): ApiToken {
  return {
    object: 'api-token',
    id,
    label,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    scopes: scopes ?? undefined,
  }
}

export function presentIssuedToken(row: ApiTokenRow & { token: string }) {
  return { ...presentToken(row), token: row.token }
}
