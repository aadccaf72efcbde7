import { fileURLToPath } from 'node:url'

/** Where blobs are kept. */
export type BlobsLocation = FolderLocation | S3Location

export type FolderLocation = { kind: 'folder'; folder: string }

export type S3Location = {
  kind: 's3'
  /** Without a slash at the end. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or with a slash at the end. */
  prefix: string
  accessKeyId: string
  secretAccessKey: Secret
  sessionToken?: Secret
}

/** A text that is hidden unless read explicitly: from logs, JSON and inspected objects. */
export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  reveal() {
    return this.#text
  }
  toString() {
    return '(secret)'
  }
  toJSON() {
    return '(secret)'
  }
}

type Environment = Record<string, string | undefined>

// The secret may hold slashes and plus signs as they are, as those of Amazon do; URL would stumble over them.
const S3_ADDRESS =
  /^s3:\/\/(?:(?<key>[^:@/?#]+):(?<secret>[^@?#]+)@)?(?<bucket>[^:@/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/

/**
 * Reads file:///folder or s3://KEY:SECRET@bucket/prefix?endpoint=…&region=…. Without KEY:SECRET@ these come from the
 * variables that other tools use as well. What is wrong is said without repeating any of the address.
 */
export function readBlobsLocation(address: string, environment: Environment): BlobsLocation {
  if (address.startsWith('file:')) return readFolder(address)
  const parts = S3_ADDRESS.exec(address)?.groups
  if (!parts) {
    throw new Error(
      'must be a URL like file:///srv/blobs or s3://KEY:SECRET@bucket/prefix?endpoint=https://s3.example.org; ' +
        'a ?, # or @ in the secret is written %3F, %23 or %40',
    )
  }
  const { key, secret, bucket = '', path = '', query = '' } = parts
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket))
    throw new Error('has no valid bucket name')
  return {
    kind: 's3',
    ...readQuery(query),
    bucket,
    prefix: readPrefix(path),
    ...(key && secret ? writtenCredentials(key, secret) : environmentCredentials(environment)),
  }
}

function readFolder(address: string): FolderLocation {
  const url = /^file:\/\/\/[^?#]+$/.test(address) && URL.canParse(address) ? new URL(address) : undefined
  try {
    if (url && url.pathname !== '/') return { kind: 'folder', folder: fileURLToPath(url) }
  } catch {
    // An encoded slash, for example.
  }
  throw new Error('must name a folder from the root on, like file:///srv/blobs')
}

function readPrefix(path: string) {
  const names = path.split('/').filter((name) => name !== '')
  // Other characters would be fine with S3, but are encoded in one way here and in another there, and then the
  // signature is wrong.
  if (!names.every((name) => /^[A-Za-z0-9._-]+$/.test(name) && !/^\.+$/.test(name)))
    throw new Error('may have only letters, digits, dots, - and _ in its prefix, between slashes')
  return names.map((name) => `${name}/`).join('')
}

function readQuery(query: string) {
  const { endpoint, region = 'us-east-1', ...others } = Object.fromEntries(new URLSearchParams(query))
  if (Object.keys(others).length > 0) throw new Error('may have only endpoint and region after the ?')
  if (!/^[A-Za-z0-9-]{1,50}$/.test(region))
    throw new Error('has no valid region; one looks like eu-central-1')
  return { endpoint: readEndpoint(endpoint ?? `https://s3.${region}.amazonaws.com`), region }
}

function readEndpoint(endpoint: string) {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new Error('has no valid endpoint; one looks like endpoint=https://s3.example.org')
  return url.href.replace(/\/+$/, '')
}

function writtenCredentials(key: string, secret: string) {
  try {
    return {
      accessKeyId: decodeURIComponent(key),
      secretAccessKey: new Secret(decodeURIComponent(secret)),
    }
  } catch {
    throw new Error('has a lone % in its credentials; write it as %25')
  }
}

function environmentCredentials(environment: Environment) {
  const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = environment
  if (!key || !secret) {
    throw new Error(
      'needs credentials: KEY:SECRET@ before the bucket, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  }
  const credentials = { accessKeyId: key, secretAccessKey: new Secret(secret) }
  return session ? { ...credentials, sessionToken: new Secret(session) } : credentials
}
