import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Config, ConfigError, readConfig } from './config.ts'

function problemsOf(environment: Record<string, string>) {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

function providers(...changes: object[]) {
  const example = { id: 'example', label: 'Example', issuer: 'https://id.example.org', clientId: 'quire' }
  return JSON.stringify(changes.map((change) => ({ ...example, ...change })))
}

function bucketOf({ blobs }: Config) {
  if (blobs.kind !== 's3') throw new Error('This should have been S3')
  return blobs
}

describe('the configuration', () => {
  it('has a default for everything', () => {
    const defaults = {
      host: '127.0.0.1',
      port: 4000,
      dataFolder: resolve('data'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReplicaUrl: undefined,
      blobs: { kind: 'folder', folder: resolve('data/blobs') },
      publicUrl: 'http://127.0.0.1:4000',
      adminToken: undefined,
      allowPrivateNetwork: false,
      git: { allowLocalPaths: false, sshKeyFile: undefined },
      secretKey: undefined,
      rateLimit: 1000,
      sharedCacheSeconds: undefined,
      insightsDays: 400,
      eventsDays: 365,
      backups: { folder: undefined, keep: 7 },
      signInMethods: ['password', 'link', 'passkey', 'oidc', 'saml', 'token'],
      oidcProviders: [],
      signInRules: { isSecondFactorRequired: false, breachedPasswordsUrl: undefined },
      logLevel: 'info',
      trustProxy: false,
    }
    expect(readConfig({})).toEqual(defaults)
    // Compose files and shells set empty variables easily.
    expect(readConfig({ HOST: '', PORT: '', QUIRE_DATABASE_URL: '', QUIRE_RATE_LIMIT: '' })).toEqual(defaults)
  })

  it('ignores the variables of others', () => {
    expect(readConfig({ HOME: '/root', PGHOST: 'elsewhere', quire_port: '1' }).port).toBe(4000)
  })

  it.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0', publicUrl: 'http://0.0.0.0:4000' }],
    ['HOST', '::1', { host: '::1', publicUrl: 'http://[::1]:4000' }],
    ['PORT', '8080', { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
    ['PORT', '0', { port: 0 }],
    ['QUIRE_DATA_DIR', '/srv/quire', { dataFolder: '/srv/quire' }],
    ['QUIRE_DATA_DIR', 'here', { dataFolder: resolve('here') }],
    ['QUIRE_DATABASE_URL', 'postgres://u:p@db:5432/quire', { databaseUrl: 'postgres://u:p@db:5432/quire' }],
    [
      'QUIRE_DATABASE_URL',
      'postgresql://db/q?sslmode=require',
      { databaseUrl: 'postgresql://db/q?sslmode=require' },
    ],
    [
      'QUIRE_DATABASE_URL',
      'postgres://u:p@/q?host=/run/pg',
      { databaseUrl: 'postgres://u:p@/q?host=/run/pg' },
    ],
    [
      'QUIRE_DATABASE_URL',
      'postgres://u:p@%2Frun%2Fpg:5432/q',
      { databaseUrl: 'postgres://u:p@%2Frun%2Fpg:5432/q' },
    ],
    ['QUIRE_DATABASE_DIRECT_URL', 'postgres://db/q', { databaseDirectUrl: 'postgres://db/q' }],
    ['QUIRE_DATABASE_REPLICA_URL', 'postgres://two/q', { databaseReplicaUrl: 'postgres://two/q' }],
    ['QUIRE_BLOBS_URL', 'file:///srv/my%20blobs', { blobs: { kind: 'folder', folder: '/srv/my blobs' } }],
    ['QUIRE_PUBLIC_URL', 'https://docs.example.org/', { publicUrl: 'https://docs.example.org' }],
    ['QUIRE_PUBLIC_URL', 'https://example.org/quire', { publicUrl: 'https://example.org/quire' }],
    ['QUIRE_ADMIN_TOKEN', 'sixteen-letters!', { adminToken: 'sixteen-letters!' }],
    ['QUIRE_ALLOW_PRIVATE_NETWORK', 'on', { allowPrivateNetwork: true }],
    ['QUIRE_ALLOW_PRIVATE_NETWORK', 'TRUE', { allowPrivateNetwork: true }],
    ['QUIRE_ALLOW_PRIVATE_NETWORK', '0', { allowPrivateNetwork: false }],
    ['QUIRE_GIT_LOCAL_PATHS', 'on', { git: { allowLocalPaths: true } }],
    ['QUIRE_GIT_SSH_KEY', '/keys/git', { git: { sshKeyFile: '/keys/git' } }],
    ['QUIRE_SECRET_KEY', 'sixteen-letters!', { secretKey: 'sixteen-letters!' }],
    ['QUIRE_RATE_LIMIT', '60', { rateLimit: 60 }],
    ['QUIRE_RATE_LIMIT', 'off', { rateLimit: undefined }],
    ['QUIRE_SHARED_CACHE_SECONDS', '600', { sharedCacheSeconds: 600 }],
    ['QUIRE_INSIGHTS_DAYS', '30', { insightsDays: 30 }],
    ['QUIRE_EVENTS_DAYS', '30', { eventsDays: 30 }],
    ['QUIRE_BACKUP_DIR', '/srv/backups', { backups: { folder: '/srv/backups', keep: 7 } }],
    ['QUIRE_BACKUP_KEEP', '30', { backups: { folder: undefined, keep: 30 } }],
    [
      'QUIRE_SMTP_URL',
      'smtp://u:p@mail:587',
      { mail: { smtpUrl: 'smtp://u:p@mail:587', from: 'Quire <no-reply@localhost>' } },
    ],
    // Without a server there is nobody to send.
    ['QUIRE_MAIL_FROM', 'docs@example.org', {}],
    ['QUIRE_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['QUIRE_OIDC_PROVIDERS', providers({}), { oidcProviders: [{ id: 'example', createsAccounts: false }] }],
    ['QUIRE_REQUIRE_SECOND_FACTOR', 'on', { signInRules: { isSecondFactorRequired: true } }],
    [
      'QUIRE_BREACHED_PASSWORDS_URL',
      'https://breached.example.org/range/',
      { signInRules: { breachedPasswordsUrl: 'https://breached.example.org/range' } },
    ],
    ['QUIRE_SIGN_IN_METHODS', 'passkey, password', { signInMethods: ['password', 'passkey'] }],
    ['QUIRE_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['QUIRE_TRUST_PROXY', 'on', { trustProxy: true }],
    ['QUIRE_TRUST_PROXY', 'off', { trustProxy: false }],
    ['QUIRE_TRUST_PROXY', '10.0.0.0/8, 192.168.1.7', { trustProxy: '10.0.0.0/8, 192.168.1.7' }],
    ['QUIRE_TRUST_PROXY', '::1', { trustProxy: '::1' }],
  ])('takes %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  it('takes the variables of OpenTelemetry, once they say where traces go', () => {
    const tracingOf = (variables: object) => readConfig({ ...variables }).tracing
    const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(tracingOf({ OTEL_SERVICE_NAME: 'docs', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined()
    expect(tracingOf(at)).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      format: 'protobuf',
      timeout: 10_000,
      sampler: { isParentFollowed: true, ratio: 1 },
      resource: { 'service.name': 'quire' },
    })
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(tracingOf({ ...at, ...off })).toBeUndefined()
    const own = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=all',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=own%2C',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    }
    expect(tracingOf({ ...at, ...own })).toMatchObject({
      url: 'https://traces.example.org/in',
      headers: { 'x-key': 'own,' },
      format: 'json',
      timeout: 500,
    })
  })

  it.each([
    ['QUIRE_SHARED_CACHE_SECONDS', '0', 'must be a number of seconds'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL like https://'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be one of http/protobuf, http/json'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'must be a list like name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%0d%0asecret', 'must be a list like name=value'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', 'must be a number of milliseconds'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be one of always_on, always_off'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
  ])('refuses %s=%s without saying it again', (name, value, message) => {
    const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector', [name]: value })
    expect(read).toThrow(`${name} ${message}`)
    expect(read).not.toThrow('secret')
  })

  it.each([
    ['PORT', '65536', 'must be a port number'],
    ['PORT', '-1', 'must be a port number'],
    ['PORT', '80a', 'must be a port number'],
    ['QUIRE_DATABASE_URL', 'mysql://db/quire', 'must be a URL like postgres://'],
    ['QUIRE_DATABASE_URL', 'db:5432', 'must be a URL like postgres://'],
    ['QUIRE_DATABASE_URL', 'postgres://db:99999/quire', 'must be a URL like postgres://'],
    ['QUIRE_SMTP_URL', 'mail.example.org', 'must be an address like smtp://'],
    ['QUIRE_MAIL_FROM', 'Quire', 'must be an address like Quire <'],
    ['QUIRE_BLOBS_URL', '/srv/blobs', 'must be a URL like file:///'],
    ['QUIRE_BLOBS_URL', 'https://bucket.example.org', 'must be a URL like file:///'],
    ['QUIRE_BLOBS_URL', 's3://', 'must be a URL like file:///'],
    ['QUIRE_BLOBS_URL', 's3://KEY@bucket', 'must be a URL like file:///'],
    ['QUIRE_BLOBS_URL', 's3://KEY:se?cret@bucket', 'must be a URL like file:///'],
    ['QUIRE_BLOBS_URL', 'file://srv/blobs', 'must name a folder from the root on'],
    ['QUIRE_BLOBS_URL', 'file:blobs', 'must name a folder from the root on'],
    ['QUIRE_BLOBS_URL', 'file:///', 'must name a folder from the root on'],
    ['QUIRE_BLOBS_URL', 'file:///srv%2Fblobs', 'must name a folder from the root on'],
    ['QUIRE_BLOBS_URL', 's3://bucket/prefix', 'needs credentials'],
    ['QUIRE_BLOBS_URL', 's3://K:S@a', 'has no valid bucket name'],
    ['QUIRE_BLOBS_URL', 's3://K:S%@bucket', 'has a lone % in its credentials'],
    ['QUIRE_BLOBS_URL', 's3://K:S@bucket/../other', 'may have only letters'],
    ['QUIRE_BLOBS_URL', 's3://K:S@bucket/a%20b', 'may have only letters'],
    ['QUIRE_BLOBS_URL', 's3://K:S@bucket?endpoint=minio:9000', 'has no valid endpoint'],
    ['QUIRE_BLOBS_URL', 's3://K:S@bucket?endpoint=http://u:p@minio:9000', 'has no valid endpoint'],
    ['QUIRE_BLOBS_URL', 's3://K:S@bucket?region=a.b', 'has no valid region'],
    ['QUIRE_BLOBS_URL', 's3://K:S@bucket?endpont=http://minio', 'may have only endpoint and region'],
    ['QUIRE_PUBLIC_URL', 'docs.example.org', 'must be a URL like https://'],
    ['QUIRE_PUBLIC_URL', 'ftp://example.org', 'must be a URL like https://'],
    ['QUIRE_PUBLIC_URL', 'https://example.org?a=b', 'must be a URL like https://'],
    ['QUIRE_PUBLIC_URL', 'https://me@example.org', 'must be a URL like https://'],
    ['QUIRE_ADMIN_TOKEN', 'short', 'must be 16 to 200 visible characters'],
    ['QUIRE_ADMIN_TOKEN', 'with spaces in the middle', 'must be 16 to 200 visible characters'],
    ['QUIRE_ALLOW_PRIVATE_NETWORK', 'perhaps', 'must be on or off'],
    ['QUIRE_INSIGHTS_DAYS', '0', 'must be a number of days'],
    ['QUIRE_EVENTS_DAYS', '0', 'must be a number of days'],
    ['QUIRE_BACKUP_KEEP', 'all', 'must be a number, 1 to 9999'],
    ['QUIRE_RATE_LIMIT', '0', 'must be a number of requests'],
    ['QUIRE_RATE_LIMIT', '1.5', 'must be a number of requests'],
    ['QUIRE_OIDC_PROVIDERS', 'google', 'must be JSON'],
    ['QUIRE_OIDC_PROVIDERS', '[{"id": "one"}]', 'is wrong at'],
    ['QUIRE_OIDC_PROVIDERS', providers({ issuer: 'http://id.example.org' }), 'is wrong at /0/issuer'],
    ['QUIRE_OIDC_PROVIDERS', providers({ clientSecrets: 'x' }), 'is wrong at'],
    ['QUIRE_OIDC_PROVIDERS', providers({}, {}), 'has two providers with one id'],
    ['QUIRE_BREACHED_PASSWORDS_URL', 'https://a:b@breached.example.org/', 'must be a URL like'],
    ['QUIRE_SIGN_IN_METHODS', 'password,magic', 'must be a list of password, link'],
    ['QUIRE_LOG_LEVEL', 'loud', 'must be one of trace, debug'],
    ['QUIRE_TRUST_PROXY', 'my-proxy', 'must be on, off or a list of addresses'],
  ])('refuses %s=%s', (name, value, reason) => {
    expect(problemsOf({ [name]: value })).toContain(`${name} ${reason}`)
  })

  it('keeps blobs in the data folder unless told otherwise', () => {
    const { blobs } = readConfig({ QUIRE_DATA_DIR: '/srv/quire', QUIRE_BLOBS_URL: '' })
    expect(blobs).toEqual({ kind: 'folder', folder: '/srv/quire/blobs' })
  })

  it('keeps blobs in S3, with credentials from the address', () => {
    const address = 's3://KEY:se/c+r%40et@bucket/some/prefix/?endpoint=http://minio:9000/&region=eu-central-1'
    // Also when there are others around.
    const others = { AWS_ACCESS_KEY_ID: 'OTHER', AWS_SECRET_ACCESS_KEY: 'other', AWS_SESSION_TOKEN: 'other' }
    const blobs = bucketOf(readConfig({ QUIRE_BLOBS_URL: address, ...others }))
    expect(blobs).toMatchObject({
      endpoint: 'http://minio:9000',
      region: 'eu-central-1',
      bucket: 'bucket',
      prefix: 'some/prefix/',
      accessKeyId: 'KEY',
    })
    expect(blobs.secretAccessKey.reveal()).toBe('se/c+r@et')
    expect(blobs.sessionToken).toBeUndefined()
  })

  it('keeps blobs in S3, with credentials from the usual variables', () => {
    const environment = {
      AWS_ACCESS_KEY_ID: 'KEY',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'session',
    }
    const blobs = bucketOf(readConfig({ QUIRE_BLOBS_URL: 's3://my.bucket', ...environment }))
    const endpoint = 'https://s3.us-east-1.amazonaws.com'
    expect(blobs).toMatchObject({ endpoint, bucket: 'my.bucket', prefix: '', accessKeyId: 'KEY' })
    expect(blobs.secretAccessKey.reveal()).toBe('secret')
    expect(blobs.sessionToken?.reveal()).toBe('session')
  })

  it('keeps secrets out of what it complains about', () => {
    const wrong = { QUIRE_ADMIN_TOKEN: 'hunter2', QUIRE_DATABASE_URL: 'pg://u:hunter2@db/quire' }
    expect(problemsOf(wrong)).not.toContain('hunter2')
    for (const rest of ['hunter2@b', 'hunter2%@bucket', 'hunter2?@bucket', 'hunter2@bucket?x=y', 'hunter2'])
      expect(problemsOf({ QUIRE_BLOBS_URL: `s3://KEY:${rest}` })).toMatch(/QUIRE_BLOBS_URL (?!.*hunter2)/)
  })

  it('does not show the secret of S3 when it is printed', () => {
    const config = readConfig({ QUIRE_BLOBS_URL: 's3://KEY:hunter2@bucket' })
    const shown = [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })]
    expect([...shown, `${bucketOf(config).secretAccessKey}`].join()).not.toContain('hunter2')
  })

  it('takes an unknown setting for a spelling mistake and names the right ones', () => {
    const problems = problemsOf({ QUIRE_DATADIR: '/srv' })
    expect(problems).toContain('QUIRE_DATADIR is not a setting')
    expect(problems).toContain('QUIRE_DATA_DIR')
  })

  it('tells all problems at once', () => {
    const problems = problemsOf({ PORT: 'x', QUIRE_LOG_LEVEL: 'loud', QUIRE_RATE_LIMIT: '0', QUIRE_NO: '1' })
    for (const name of ['PORT', 'QUIRE_LOG_LEVEL', 'QUIRE_RATE_LIMIT', 'QUIRE_NO'])
      expect(problems).toMatch(new RegExp(`^ {2}- ${name} `, 'm'))
  })
})
