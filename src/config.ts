import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { SIGN_IN_METHODS, type SignInMethod, type SignInRules } from './kit/domain/sign-in-methods.ts'
import { type BlobsLocation, readBlobsLocation } from './world/blobs/location.ts'
import { LOG_LEVELS, type LogLevel } from './world/log/log.ts'
import { mailSettings, readSender, readSmtpUrl } from './world/mail/settings.ts'
import type { MailSettings } from './world/mail/smtp-mailer.ts'
import type { OidcProvider } from './world/oidc/provider.ts'
import { readOidcProviders } from './world/oidc/settings.ts'
import { type TracingSettings, tracingSettings } from './world/tracing/settings.ts'

export type Config = {
  host: string
  port: number
  dataFolder: string
  databaseUrl?: string
  /** Its server itself, where the address above is that of a pooler. */
  databaseDirectUrl?: string
  /** A copy that follows it, for readers of sites. */
  databaseReplicaUrl?: string
  blobs: BlobsLocation
  publicUrl: string
  adminToken?: string
  allowPrivateNetwork: boolean
  git: { allowLocalPaths: boolean; sshKeyFile?: string }
  /** What secrets are sealed with; undefined: a key of our own in the data folder. */
  secretKey?: string
  /** Requests a minute a token; undefined means no limit. */
  rateLimit?: number
  /** Seconds that a cache in front of the service may answer with public pages of sites by itself. */
  sharedCacheSeconds?: number
  /** Days that what visitors of sites did is kept. */
  insightsDays: number
  /** Days that events are kept. */
  eventsDays: number
  /** A backup a day, into a folder. */
  backups: { folder?: string; keep: number }
  /** Who translates: an address that is sent units and answers them. */
  translationProvider?: { url: string; token?: string }
  /** Undefined: no e-mail is sent. */
  mail?: MailSettings
  /** How a sign-in may begin. */
  signInMethods: readonly SignInMethod[]
  oidcProviders: readonly OidcProvider[]
  signInRules: SignInRules
  /** Undefined: nothing is traced. */
  tracing?: TracingSettings
  logLevel: LogLevel
  trustProxy: boolean | string
}

/** Every problem of the configuration at once: nobody likes to fix them one start at a time. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

type Environment = Record<string, string | undefined>
type Read<T> = (value: string) => T

/** Reads the settings out of the environment. An unknown QUIRE_ variable is most likely a spelling mistake. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const known = new Set<string>()

  function setting<T, D>(name: string, read: Read<T>, fallback: D): T | D {
    known.add(name)
    const value = environment[name]
    if (value === undefined || value === '') return fallback
    try {
      return read(value)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}`)
      return fallback
    }
  }

  const host = setting('HOST', text, '127.0.0.1')
  const port = setting('PORT', portNumber, 4000)
  const dataFolder = resolve(setting('QUIRE_DATA_DIR', text, './data'))
  const ownUrl = setting(
    'QUIRE_PUBLIC_URL',
    publicUrl,
    `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  )
  const config = {
    host,
    port,
    dataFolder,
    databaseUrl: setting('QUIRE_DATABASE_URL', databaseUrl, undefined),
    databaseDirectUrl: setting('QUIRE_DATABASE_DIRECT_URL', databaseUrl, undefined),
    databaseReplicaUrl: setting('QUIRE_DATABASE_REPLICA_URL', databaseUrl, undefined),
    blobs: setting('QUIRE_BLOBS_URL', (value) => readBlobsLocation(value, environment), {
      kind: 'folder' as const,
      folder: join(dataFolder, 'blobs'),
    }),
    publicUrl: ownUrl,
    adminToken: setting('QUIRE_ADMIN_TOKEN', token, undefined),
    allowPrivateNetwork: setting('QUIRE_ALLOW_PRIVATE_NETWORK', onOrOff, false),
    git: {
      allowLocalPaths: setting('QUIRE_GIT_LOCAL_PATHS', onOrOff, false),
      sshKeyFile: setting('QUIRE_GIT_SSH_KEY', text, undefined),
    },
    secretKey: setting('QUIRE_SECRET_KEY', token, undefined),
    rateLimit: setting('QUIRE_RATE_LIMIT', rateLimit, 1000),
    sharedCacheSeconds: setting('QUIRE_SHARED_CACHE_SECONDS', seconds, undefined),
    insightsDays: setting('QUIRE_INSIGHTS_DAYS', days, 400),
    eventsDays: setting('QUIRE_EVENTS_DAYS', days, 365),
    backups: {
      folder: setting('QUIRE_BACKUP_DIR', (value) => resolve(value), undefined),
      keep: setting('QUIRE_BACKUP_KEEP', count, 7),
    },
    ...provider(
      setting('QUIRE_TRANSLATION_PROVIDER_URL', webAddress, undefined),
      setting('QUIRE_TRANSLATION_PROVIDER_TOKEN', text, undefined),
    ),
    ...mailSettings(
      setting('QUIRE_SMTP_URL', readSmtpUrl, undefined),
      setting('QUIRE_MAIL_FROM', readSender, undefined),
      ownUrl,
    ),
    signInMethods: setting('QUIRE_SIGN_IN_METHODS', signInMethods, SIGN_IN_METHODS),
    oidcProviders: setting('QUIRE_OIDC_PROVIDERS', readOidcProviders, []),
    signInRules: {
      isSecondFactorRequired: setting('QUIRE_REQUIRE_SECOND_FACTOR', onOrOff, false),
      breachedPasswordsUrl: setting('QUIRE_BREACHED_PASSWORDS_URL', rangesAddress, undefined),
    },
    ...tracingSettings(setting),
    logLevel: setting('QUIRE_LOG_LEVEL', logLevel, 'info' as const),
    trustProxy: setting('QUIRE_TRUST_PROXY', proxies, false),
  }
  const settings = [...known].filter((name) => name.startsWith('QUIRE_'))
  for (const name of Object.keys(environment)) {
    if (name.startsWith('QUIRE_') && !known.has(name))
      problems.push(`${name} is not a setting; valid settings are ${settings.join(', ')}`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

const text: Read<string> = (value) => value

function portNumber(value: string) {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error('must be a port number, 0 to 65535')
  return Number(value)
}

function databaseUrl(value: string) {
  // As in postgres://user:password@/database?host=/folder/of/the/socket, which the driver takes and URL does not.
  const parsable = value.replace('@/', '@localhost/')
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(parsable)) {
    throw new Error('must be a URL like postgres://user:password@host:5432/database')
  }
  return value
}

function publicUrl(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error('must be a URL like https://docs.example.org')
  }
  return url.href.replace(/\/+$/, '')
}

function provider(url: string | undefined, token: string | undefined) {
  return url === undefined ? {} : { translationProvider: { url, token } }
}

function webAddress(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username)
    throw new Error('must be a URL like https://translate.example.org/units')
  return url.href
}

/** Parts of hashes are put behind it. */
function rangesAddress(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new Error('must be a URL like https://api.pwnedpasswords.com/range')
  return url.href.replace(/\/+$/, '')
}

function token(value: string) {
  if (!/^[\x21-\x7e]{16,200}$/.test(value))
    throw new Error('must be 16 to 200 visible characters without spaces')
  return value
}

function onOrOff(value: string) {
  if (/^(on|true|yes|1)$/i.test(value)) return true
  if (/^(off|false|no|0)$/i.test(value)) return false
  throw new Error('must be on or off')
}

function rateLimit(value: string) {
  if (value === 'off') return undefined
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error('must be a number of requests per minute, or off')
  return Number(value)
}

function count(value: string) {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error('must be a number, 1 to 9999')
  return Number(value)
}

function seconds(value: string) {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new Error('must be a number of seconds, 1 to 9999999')
  return Number(value)
}

function days(value: string) {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error('must be a number of days, 1 to 9999')
  return Number(value)
}

function signInMethods(value: string): SignInMethod[] {
  const named = new Set(value.split(',').map((name) => name.trim()))
  const methods = SIGN_IN_METHODS.filter((method) => named.delete(method))
  if (named.size === 0) return methods
  throw new Error(`must be a list of ${SIGN_IN_METHODS.join(', ')}`)
}

function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((candidate) => candidate === value)
  if (!level) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`)
  return level
}

function isAddressOrNetwork(text: string) {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    bits > 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** on, off, or the addresses of the proxies (10.0.0.0/8, 192.168.1.7). */
function proxies(value: string) {
  if (value.split(',').every(isAddressOrNetwork)) return value
  try {
    return onOrOff(value)
  } catch {
    throw new Error('must be on, off or a list of addresses')
  }
}
