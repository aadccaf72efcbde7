// Whether this process has the key that the secrets in the database are sealed with.
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { putSetting } from '../../kit/storage/database/settings.ts'
import type { Db } from '../../kit/storage/db.ts'
import type { Check } from '../../world/machine/machine.ts'
import { findVault, type Vault } from '../../world/secrets/vault.ts'
import { failed, fine } from './checks.ts'

/** Sealed by the first process that served: what tells another key before there is anything to lose. */
const PROOF = 'sealed-proof'

const SOME = 5
const ADVICE =
  'Give every machine the same key: set QUIRE_SECRET_KEY everywhere, or copy secret-key from the data folder of the first machine (backups have it), and restart. What another key seals, the others cannot open. Without the first key, webhooks and authenticator apps must be set up again.'

export async function checkKeys(config: Config, db: Db): Promise<Check> {
  const { secrets, proof } = await readSealed(db)
  const { vault, where } = await keyOf(config)
  // A key that opens what is kept now is the right one, even if the first one was lost.
  const sealed = secrets.length > 0 ? secrets : proof
  if (sealed.length === 0) return fine('keys', vault ? where : 'none yet: the first start makes one')
  if (!vault) return failed('keys', `there is no ${where}, but secrets that it sealed`, ADVICE)
  if (sealed.every((one) => opens(vault, one))) return fine('keys', where)
  return failed('keys', `${where} is not the key that sealed the secrets in the database`, ADVICE)
}

/** Processes that start later learn from it whether theirs is the same key. */
export async function keepKeyProof(config: Config, db: Db) {
  const { secrets, proof } = await readSealed(db)
  const { vault } = await keyOf(config)
  if (!vault || !secrets.every((one) => opens(vault, one))) return
  const isKept = proof.some((one) => opens(vault, one))
  if (isKept || (proof.length > 0 && secrets.length === 0)) return
  await putSetting(db, PROOF, Buffer.from(vault.seal(PROOF)), proof.length > 0)
}

/** Secrets of webhooks and of authenticator apps are kept for long. */
async function readSealed(db: Db) {
  const { rows } = await sql<{ sealed: string; isProof: boolean }>`
    (select secret as sealed, false as "isProof" from webhooks limit ${SOME})
    union all (select secret, false from totp_secrets limit ${SOME})
    union all (select convert_from(value, 'UTF8'), true from instance_settings where name = ${PROOF})`.execute(
    db,
  )
  const sealedOf = (isProof: boolean) =>
    rows.filter((row) => row.isProof === isProof).map(({ sealed }) => sealed)
  return { secrets: sealedOf(false), proof: sealedOf(true) }
}

async function keyOf({ dataFolder, secretKey }: Config) {
  const where = secretKey === undefined ? `secret-key in ${dataFolder}` : 'QUIRE_SECRET_KEY'
  return { vault: await findVault(dataFolder, secretKey), where }
}

function opens(vault: Vault, sealed: string) {
  try {
    vault.open(sealed)
    return true
  } catch {
    return false
  }
}
