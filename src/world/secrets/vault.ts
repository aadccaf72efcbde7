import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '../make-folder.ts'

/** Keeps secrets that must be readable again. What it seals is useless without the key, which no table holds. */
export type Vault = { seal(secret: string): string; open(sealed: string): string }

const IV_LENGTH = 12
const TAG_LENGTH = 16

export function vaultWith(key: Buffer): Vault {
  return {
    seal(secret) {
      const iv = randomBytes(IV_LENGTH)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_LENGTH))
      decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
      const text = bytes.subarray(IV_LENGTH + TAG_LENGTH)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}

/** As `openVault`, but makes no key. */
export async function findVault(folder: string, secret?: string): Promise<Vault | undefined> {
  if (secret) return vaultWith(createHash('sha256').update(secret).digest())
  const known = await readKey(join(folder, 'secret-key'))
  return known && vaultWith(known)
}

/** The key of the configuration, or one of our own in the data folder, made when it is first needed. */
export async function openVault(folder: string, secret?: string): Promise<Vault> {
  if (secret) return vaultWith(createHash('sha256').update(secret).digest())
  const file = join(folder, 'secret-key')
  const known = await readKey(file)
  if (known) return vaultWith(known)
  await makeDataFolder(folder)
  // Whole, or not there at all; of two processes that make one at once, both take the one that was first.
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  await link(fresh, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(fresh)
  const made = await readKey(file)
  if (!made) throw new Error(`${file} holds no key`)
  return vaultWith(made)
}

async function readKey(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '')
  const key = Buffer.from(text.trim(), 'base64url')
  return key.length === 32 ? key : undefined
}
