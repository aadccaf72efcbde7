import type { Factors } from './schema.ts'
import type { PasskeyRow } from './store-passkeys.ts'

type Found = { totpSince?: Date; passkeys: PasskeyRow[]; recoveryCodes: number }

export function presentFactors({ totpSince, passkeys, recoveryCodes }: Found): Factors {
  const isOn = totpSince !== undefined
  return {
    object: 'factors',
    isRequired: isOn || passkeys.length > 0,
    totp: { isOn, since: totpSince?.toISOString() },
    passkeys: passkeys.map((row) => ({
      object: 'passkey',
      id: row.id.toString('base64url'),
      label: row.label,
      isBackedUp: row.isBackedUp,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString(),
    })),
    recoveryCodes,
  }
}
