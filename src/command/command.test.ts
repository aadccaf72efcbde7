import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHostileProvider } from '../../test/counterparts/hostile-provider.ts'
import { openMailServer } from '../../test/counterparts/mail-server.ts'
import type { TestDatabase } from '../../test/database/create-database.ts'
import { cloneTemplate, databaseUrl, emptyDatabase, testConnection } from '../../test/database/database.ts'
import { buildApp } from '../app.ts'
import { ConfigError, readConfig } from '../config.ts'
import { NO_CREDENTIAL } from '../kit/domain/context.ts'
import { createSpace } from '../rooms/content/spaces/spaces.ts'
import { openLog } from '../world/log/log.ts'
import { vaultWith } from '../world/secrets/vault.ts'
import { VERSION } from '../world/version.ts'
import { checkGit, checkNode } from './checks/checks.ts'
import type { Environment } from './context.ts'
import { openConfiguredServices } from './process/open.ts'
import { runProgram } from './program.ts'
import { table } from './terminal/table.ts'

const HOUR = 3_600_000
let database: TestDatabase
let environment: Environment
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-command-'))
  // Otherwise root's database would lie elsewhere, and stay there after the tests.
  await chmod(folder, 0o711)
  database = await cloneTemplate()
  environment = environmentOf(database)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function environmentOf(database: TestDatabase): Environment {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    PORT: '0',
    QUIRE_DATA_DIR: join(folder, 'data'),
    QUIRE_DATABASE_URL: databaseUrl(database),
  }
}

async function query(database: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

async function quire(args: string[], changes: Environment = {}) {
  let out = ''
  let err = ''
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  }
  const code = await runProgram(['node', 'quire', ...args], { ...environment, ...changes }, io)
  return { code, out, err }
}

/** Runs with --json; both streams must hold one object, or nothing. */
async function quireJson(args: string[], changes?: Environment) {
  const { code, out, err } = await quire([...args, '--json'], changes)
  return { code, result: out && JSON.parse(out), error: err && JSON.parse(err).error }
}

function freshEmail() {
  return `user-${randomBytes(5).toString('hex')}@example.org`
}

async function makeUser() {
  const { result } = await quireJson(['user', 'create', '--email', freshEmail()])
  return result
}

async function listenOn(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port: String(port), close: () => new Promise((resolve) => server.close(resolve)) }
}

describe('quire', () => {
  it('prints its version', async () => {
    expect(await quire(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
  })

  it('explains every command with examples, and itself with the exit codes', async () => {
    const { code, out } = await quire(['--help'])
    expect(code).toBe(0)
    for (const part of [
      'Exit codes:',
      'Examples:',
      'serve',
      'user',
      'token',
      'org',
      'demo',
      'doctor',
      'migrate',
    ])
      expect(out).toContain(part)
    for (const command of [
      ['serve'],
      ['user', 'create'],
      ['user', 'list'],
      ['token', 'create'],
      ['token', 'list'],
      ['token', 'revoke'],
      ['org', 'create'],
      ['org', 'list'],
      ['space', 'list'],
      ['demo'],
      ['doctor'],
      ['migrate'],
    ]) {
      const help = await quire([...command, '--help'])
      expect(help.code).toBe(0)
      expect(help.out).toContain(`$ quire ${command.join(' ')}`)
      expect(help.out).toContain('--json')
    }
  })

  it('names every setting in its help', async () => {
    const { out } = await quire(['--help'])
    for (const name of settingNames()) expect(out).toContain(name)
  })

  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['user', 'frobnicate'], "unknown command 'frobnicate'"],
    [['user', 'list', '--frobnicate'], "unknown option '--frobnicate'"],
    [['user', 'list', 'extra'], 'too many arguments'],
    [['user', 'create'], "required option '--email <address>'"],
    [['token', 'revoke'], "missing required argument 'token-id'"],
    [['user', 'create', '--email', 'nobody'], 'must be a valid email'],
    [['user', 'create', '--email', 'a@example.org', '--name', ''], 'at least 1 character'],
    [['org', 'create', '--title', 'x', '--admin', 'a'], 'at least 2 characters'],
    [['token', 'create', '--user', 'a', '--label', 'x'.repeat(51)], 'at most 50 characters'],
    [['token', 'create', '--user', 'a', '--label', '  '], 'at least one visible character'],
  ])('answers wrong usage with code 2, the reason and where help is: %j', async (args, reason) => {
    const { code, out, err } = await quire(args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(reason)
    expect(err).toContain('--help')
    expect(err.split('\n').length).toBeLessThan(6)
    const asJson = await quireJson(args)
    expect(asJson).toMatchObject({ code: 2, result: '' })
    expect(asJson.error.message).toContain(reason)
  })

  it('shows the commands when none is given', async () => {
    const { code, err } = await quire([])
    expect(code).toBe(2)
    expect(err).toContain('Commands:')
    expect((await quire(['token'])).code).toBe(2)
  })

  it('answers wrong settings with code 2 and names them all', async () => {
    const wrong = { PORT: 'door', QUIRE_PROT: '1' }
    const { code, out, err } = await quire(['user', 'list'], wrong)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain('PORT must be a port number')
    expect(err).toContain('QUIRE_PROT is not a setting')
    expect((await quireJson(['serve'], wrong)).error.message).toContain('QUIRE_PROT')
  })

  it('says when the database can not be reached, without a stack or the password', async () => {
    const gone = { QUIRE_DATABASE_URL: 'postgres://quire:very-secret@127.0.0.1:1/quire' }
    const { code, err } = await quire(['user', 'list'], gone)
    expect(code).toBe(1)
    expect(err).toMatch(
      /^Cannot use the database: connect ECONNREFUSED 127\.0\.0\.1:1\. Check QUIRE_DATABASE_URL/,
    )
    expect(err).not.toContain('very-secret')
    expect(err).not.toContain(' at ')
    expect((await quire(['user', 'list'], { ...gone, QUIRE_LOG_LEVEL: 'debug' })).err).toContain(' at ')
  })

  it('says when there is no such database', async () => {
    const { code, error } = await quireJson(
      ['user', 'list'],
      environmentOf({ ...(await testConnection()), database: 'no_such_database' }),
    )
    expect(code).toBe(1)
    expect(error.message).toContain('database "no_such_database" does not exist')
  })
})

function settingNames() {
  try {
    readConfig({ QUIRE_UNKNOWN: '1' })
  } catch (error) {
    if (error instanceof ConfigError) return error.message.match(/QUIRE_(?!UNKNOWN)\w+/g) ?? []
  }
  throw new Error('An unknown setting was accepted')
}

describe('quire user', () => {
  it('creates users and lists them', async () => {
    const email = freshEmail()
    const created = await quire(['user', 'create', '--email', email, '--name', 'Maria Lopez'])
    expect(created).toMatchObject({ code: 0, err: '' })
    expect(created.out).toContain(`Created user ${email}, id `)
    const { code, out } = await quire(['user', 'list'])
    expect(code).toBe(0)
    expect(out).toMatch(/^ID +E-MAIL +NAME +ADMINISTRATOR +CREATED\n/)
    expect(out).toMatch(new RegExp(`${email} +Maria Lopez +no +\\d{4}-`))
  })

  it('creates administrators', async () => {
    const email = freshEmail()
    const { result } = await quireJson(['user', 'create', '--email', email, '--administrator'])
    expect(result).toMatchObject({ object: 'user', email, isAdministrator: true })
    const list = await quireJson(['user', 'list'])
    expect(list.result.items).toContainEqual(result)
  })

  it('refuses an e-mail that is taken, also in other letters', async () => {
    const { email } = await makeUser()
    const again = await quireJson(['user', 'create', '--email', email.toUpperCase()])
    expect(again).toEqual({
      code: 1,
      result: '',
      error: { message: 'A user with this e-mail exists already' },
    })
  })

  it('changes an e-mail, unless somebody has it', async () => {
    const [user, other, email] = [await makeUser(), await makeUser(), freshEmail()]
    const { result } = await quireJson(['user', 'email', user.email, email])
    expect(result).toEqual({ id: user.id, email, former: user.email })
    expect((await quireJson(['user', 'email', email, other.email])).error.message).toContain('exists already')
    expect((await quire(['user', 'email', email, 'nobody'])).code).toBe(2)
  })

  it('keeps the control characters of names from the terminal', () => {
    expect(table(['NAME', 'N'], [['\u001b[2Jx', '1']])).toEqual(['NAME   N', '?[2Jx  1'])
  })
})

describe('quire user reset-factors', () => {
  it('removes the second factors of a user, by e-mail', async () => {
    const { id, email } = await makeUser()
    expect(await quireJson(['user', 'reset-factors', email])).toMatchObject({
      code: 0,
      result: { id, email, factors: 0 },
    })
    expect((await quire(['user', 'reset-factors', 'none@example.org'])).err).toContain('not found')
  })
})

describe('quire user sign-out-all', () => {
  it('ends the sessions of everybody', async () => {
    const { id } = await makeUser()
    await query(
      database,
      `insert into sessions (id, hash, user_id, methods, authenticated_at, created_at, last_seen_at, user_agent, address)
       values ('${id}', decode(md5('${id}'), 'hex'), '${id}', '{password}', now(), now(), now(), '', '')`,
    )
    expect(await quireJson(['user', 'sign-out-all'])).toMatchObject({ code: 0, result: { ended: 1 } })
    expect(await query(database, 'select 1 from sessions')).toEqual([])
    expect((await quire(['user', 'sign-out-all'])).out).toBe('Signed everybody out: 0 browsers\n')
  })
})

describe('quire token', () => {
  it('creates tokens that open the API, until they are revoked', async () => {
    const user = await makeUser()
    const created = await quire(['token', 'create', '--user', user.email.toUpperCase(), '--label', 'laptop'])
    expect(created.code).toBe(0)
    const [token = ''] = created.out.split('\n')
    const [, id = ''] = /id (\w+), works until it is revoked/.exec(created.out) ?? []
    await withApi(async (statusWith) => {
      expect(await statusWith(token)).toEqual({ status: 200, id: user.id })
      const { out } = await quire(['token', 'list', '--user', user.id])
      expect(out).toMatch(new RegExp(`^${id}  laptop  20.*  never$`, 'm'))
      expect(out).not.toContain(token)
      expect(await quire(['token', 'revoke', id])).toMatchObject({
        code: 0,
        out: `Revoked "laptop", id ${id}\n`,
      })
      expect(await statusWith(token)).toMatchObject({ status: 401 })
    })
    const again = await quire(['token', 'revoke', id])
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('Token not found')
  })

  it('prints the token and its end as JSON', async () => {
    const { id } = await makeUser()
    const before = Date.now()
    const { code, result } = await quireJson([
      'token',
      'create',
      '--user',
      id,
      '--label',
      'ci',
      '--expires-in',
      '2w',
    ])
    expect(code).toBe(0)
    expect(result).toMatchObject({ object: 'api-token', label: 'ci', user: id })
    expect(result.token).toMatch(/^quire_\w{32}$/)
    const lasts = Date.parse(result.expiresAt) - before
    expect(lasts).toBeGreaterThanOrEqual(14 * 24 * HOUR)
    expect(lasts).toBeLessThan(14 * 24 * HOUR + 60_000)
    const revoked = await quireJson(['token', 'revoke', result.id])
    expect(revoked.result).toMatchObject({ id: result.id, user: id })
  })

  it.each([
    ['2999-01-31', '2999-01-31T00:00:00.000Z'],
    ['2999-01-31T18:00:00+02:00', '2999-01-31T16:00:00.000Z'],
  ])('takes the time of expiry: %s', async (time, expiresAt) => {
    const { id } = await makeUser()
    const { result } = await quireJson([
      'token',
      'create',
      '--user',
      id,
      '--label',
      'ci',
      '--expires-at',
      time,
    ])
    expect(result).toMatchObject({ expiresAt })
  })

  it.each([
    [['--expires-in', '3y'], 'hours, days or weeks'],
    [['--expires-in', '0d'], 'hours, days or weeks'],
    [['--expires-in', '-1d'], 'hours, days or weeks'],
    [['--expires-at', '2001-01-01'], 'Use a time in the future'],
    [['--expires-at', '2999-02-30'], 'must be a valid date-time'],
    [['--expires-at', 'tomorrow'], 'must be a valid date-time'],
    [['--expires-in', '1d', '--expires-at', '2999-01-01'], 'cannot be used with'],
  ])('refuses %j', async (args, reason) => {
    const { code, error } = await quireJson(['token', 'create', '--user', 'a', '--label', 'b', ...args])
    expect(code).toBe(2)
    expect(error.message).toContain(reason)
  })

  it('needs a user that exists', async () => {
    const { code, err } = await quire(['token', 'create', '--user', 'nobody@example.org', '--label', 'x'])
    expect(code).toBe(1)
    expect(err).toBe('User nobody@example.org not found: see quire user list\n')
  })
})

type Answer = { status: number; id?: string }

async function withApi(work: (statusWith: (token: string) => Promise<Answer>) => Promise<void>) {
  const services = await openConfiguredServices(readConfig(environment), openLog('silent'), {
    supervise: false,
  })
  const app = await buildApp(services, { trustProxy: false })
  await work(async (token) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ url: '/v1/user', headers })
    return { status: answer.statusCode, id: answer.json().id }
  })
  await app.close()
  await services.close()
}

async function makeSpace(organizationId: string, { id, email }: { id: string; email: string }) {
  const services = await openConfiguredServices(readConfig(environment), openLog('silent'), {
    supervise: false,
  })
  const actor = {
    kind: 'user' as const,
    id,
    email,
    isAdministrator: false,
    isEmailVerified: false,
    closedTo: [],
    credential: NO_CREDENTIAL,
  }
  const space = await services.database.inTransaction((db) =>
    createSpace(services.inside(db, actor), organizationId, { title: 'Guide' }),
  )
  await services.close()
  return space
}

describe('quire events', () => {
  it('exports what happened as JSON lines, oldest first, of one organization or of all', async () => {
    const admin = await makeUser()
    const { result } = await quireJson(['org', 'create', '--title', 'Logged', '--admin', admin.email])
    const exported = async (...args: string[]) => {
      const { code, out } = await quire(['events', 'export', ...args])
      expect(code).toBe(0)
      return out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const own = await exported('--org', String(result.id))
    expect(own.map(({ type }) => type)).toEqual(['organization.created', 'member.added'])
    expect(own[0]).toMatchObject({ object: 'event', actor: { kind: 'system' }, organization: result.id })
    const all = await exported()
    expect(all.length).toBeGreaterThan(own.length)
    expect(all).toEqual(expect.arrayContaining(own))
  })

  it('exports those since a time, a day, or so long ago', async () => {
    const admin = await makeUser()
    const { result } = await quireJson(['org', 'create', '--title', 'Dated', '--admin', admin.email])
    await query(
      database,
      `update events set created_at = now() - interval '3 days'
       where organization_id = '${result.id}' and type = 'organization.created'`,
    )
    const since = async (time: string) => {
      const { code, out, err } = await quire([
        'events',
        'export',
        '--org',
        String(result.id),
        '--since',
        time,
      ])
      const types = out.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).type))
      return code === 0 ? types : [code, err]
    }
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
    const both = ['organization.created', 'member.added']
    expect(await since(ago(24))).toEqual(['member.added'])
    expect(await since(ago(24 * 4))).toEqual(both)
    expect(await since(ago(24 * 4).slice(0, 10))).toEqual(both)
    expect(await since('2d')).toEqual(['member.added'])
    expect(await since('1w')).toEqual(both)
    expect(await since('9999-12-31')).toEqual([])
    const [code, err] = await since('yesterday')
    expect(code).toBe(2)
    expect(err).toContain(
      'Use a time (2026-01-31T12:00:00Z), a day (2026-01-31), or how long ago (12h, 30d, 2w).',
    )
  })
})

describe('quire org', () => {
  it('creates an organization with its admin', async () => {
    const admin = await makeUser()
    const { code, result } = await quireJson(['org', 'create', '--title', 'Acme', '--admin', admin.email])
    expect(code).toBe(0)
    expect(result).toMatchObject({ object: 'organization', title: 'Acme', admin: admin.id })
    const { out } = await quire(['org', 'create', '--title', 'Other', '--admin', admin.id])
    expect(out).toMatch(/^Created "Other", id \w{26}, with /)
    const list = await quire(['org', 'list'])
    expect(list.out).toMatch(new RegExp(`^${result.id}  Acme `, 'm'))
    const { id } = await makeSpace(result.id, admin)
    expect((await quire(['space', 'list', '--org', result.id])).out).toMatch(
      new RegExp(`^${id}  Guide  Acme `, 'm'),
    )
    expect((await quireJson(['space', 'list', '--org', 'elsewhere'])).result).toEqual({ items: [] })
  })

  it('needs an admin that exists', async () => {
    const { code, error } = await quireJson(['org', 'create', '--title', 'Acme', '--admin', 'nobody'])
    expect(code).toBe(1)
    expect(error.message).toContain('User nobody')
  })
})

describe('quire migrate', () => {
  it('lists what is pending and changes nothing, then applies it', async () => {
    const database = await emptyDatabase()
    const empty = environmentOf(database)
    const check = await quireJson(['migrate', '--check'], empty)
    expect(check.code).toBe(1)
    expect(check.result.pending[0]).toMatch(/^001-/)
    expect(await query(database, "select from pg_tables where schemaname = 'public'")).toEqual([])

    const applied = await quireJson(['migrate'], empty)
    expect(applied).toEqual({ code: 0, result: { applied: check.result.pending }, error: '' })
    expect(await quireJson(['migrate', '--check'], empty)).toMatchObject({ code: 0, result: { pending: [] } })
    expect((await quire(['migrate'], empty)).out).toBe('Up to date: nothing to apply\n')
  })

  it('says what it applied', async () => {
    const { code, out } = await quire(['migrate'], environmentOf(await emptyDatabase()))
    expect(code).toBe(0)
    expect(out).toMatch(/^Applied 001-/)
  })
})

describe('quire doctor', () => {
  type Check = { name: string; state: string; finding: string; advice?: string }

  async function examine(changes?: Environment) {
    const { code, result } = await quireJson(['doctor'], changes)
    const find = (name: string) => result.checks.find((check: Check) => check.name === name)
    return { code, ok: result.ok, find }
  }

  it('finds nothing wrong where nothing is', async () => {
    await quire(['user', 'create', '--email', freshEmail(), '--administrator'])
    const { code, out, err } = await quire(['doctor'])
    expect(out).not.toContain('✗')
    expect(out).toContain('All is well.')
    expect(out.match(/^✓ /gm)).toHaveLength(19)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).not.toContain((await testConnection()).password)
  })

  it('takes a new folder and an empty database for what they are, and leaves them so', async () => {
    const place = join(folder, 'not', 'there')
    const { code, find } = await examine({ QUIRE_DATA_DIR: place, QUIRE_DATABASE_URL: undefined })
    expect(code).toBe(0)
    expect(find('data folder').finding).toContain('the first start creates it')
    expect(find('database').finding).toContain('the first start creates one')
    expect(existsSync(join(folder, 'not'))).toBe(false)

    const database = await emptyDatabase()
    expect(await examine(environmentOf(database))).toMatchObject({ code: 0, ok: true })
    expect(await query(database, "select from pg_tables where schemaname = 'public'")).toEqual([])
    const checked = { QUIRE_DATA_DIR: place, QUIRE_DATABASE_URL: undefined }
    expect((await quire(['migrate', '--check'], checked)).code).toBe(1)
    expect(existsSync(join(folder, 'not'))).toBe(false)
  })

  it('connects to the mail server, and sends nothing', async () => {
    const server = await openMailServer({ user: 'quire', password: 'correct-horse' })
    const { find } = await examine({ QUIRE_SMTP_URL: server.url })
    expect(find('e-mail')).toMatchObject({ state: 'fine', finding: expect.stringContaining('127.0.0.1') })
    const { code, out } = await quire(['doctor'], {
      QUIRE_SMTP_URL: server.url.replace('correct', 'battery'),
    })
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining('✗ e-mail: smtp://127.0.0.1'),
    })
    expect(out).not.toContain('battery')
    expect(server.received).toEqual([])
  })

  it('asks identity providers what they publish', async () => {
    const { issuer, settings } = await openHostileProvider()
    const { id, label, clientId } = settings()
    const provider = { id, label, issuer, clientId, allowPrivateNetwork: true }
    const doctor = (given: object) => examine({ QUIRE_OIDC_PROVIDERS: JSON.stringify([given]) })
    expect((await doctor(provider)).find('identity provider hostile')).toMatchObject({
      state: 'fine',
      finding: expect.stringContaining('/o/~sign-in/with/hostile/answer'),
    })
    const gone = await doctor({ ...provider, issuer: 'http://127.0.0.1:1' })
    expect([gone.code, gone.find('identity provider hostile').state]).toEqual([1, 'failed'])
  })

  it('lists all wrong settings', async () => {
    const { code, find } = await examine({ PORT: 'x', QUIRE_PROT: '1' })
    expect(code).toBe(1)
    expect(find('settings').finding).toMatch(/PORT must be.*QUIRE_PROT is not/s)
    expect(find('settings').advice).toBeTruthy()
    expect(find('Node').state).toBe('fine')
  })

  it('gives advice on the database', async () => {
    const gone = await examine({ QUIRE_DATABASE_URL: 'postgres://127.0.0.1:1/quire' })
    expect(gone.code).toBe(1)
    expect(gone.find('database').advice).toContain('QUIRE_DATABASE_URL')
    expect(gone.find('migrations').state).toBe('skipped')

    const database = await cloneTemplate()
    const nobody = await examine(environmentOf(database))
    expect(nobody.code).toBe(1)
    expect(nobody.find('administrator')).toMatchObject({ state: 'failed', finding: 'there is none' })

    await query(database, "insert into schema_migrations (name) values ('999-of-the-future.sql')")
    const older = await examine(environmentOf(database))
    expect(older.find('migrations')).toMatchObject({ state: 'failed' })
    expect(older.find('migrations').advice).toContain('newer Quire')

    await query(database, 'delete from schema_migrations')
    const pending = await examine(environmentOf(database))
    expect(pending.find('migrations').advice).toContain('quire migrate')
    expect(pending.find('administrator').state).toBe('skipped')
  })

  it('says what the service could not do, and what around it changed', async () => {
    const database = await cloneTemplate()
    const environment = { ...environmentOf(database), QUIRE_SECRET_KEY: 'the-key-of-this-test' }
    expect(
      await quire(['user', 'create', '--email', freshEmail(), '--administrator'], environment),
    ).toMatchObject({ code: 0 })
    expect((await examine(environment)).code).toBe(0)
    await query(
      database,
      `insert into jobs (name, payload, state, attempts, max_attempts, error, failed_at)
       values ('search.index', '{}', 'failed', 6, 6, 'the lamp is out', now())`,
    )
    const sealed = vaultWith(randomBytes(32)).seal('the key of another installation')
    await query(
      database,
      `insert into organizations (id, title, created_at) values ('o', 'Lighthouse', now());
       insert into webhooks (id, organization_id, url, description, events, secret, is_enabled, created_at)
       values ('w', 'o', 'https://example.org', '', '{*}', '${sealed}', true, now())`,
    )
    const { code, find } = await examine(environment)
    expect(code).toBe(1)
    expect(find('background jobs')).toMatchObject({ state: 'failed', finding: 'given up: search.index (1)' })
    expect(find('background jobs').advice).toContain('quire jobs failed')
    expect(find('keys')).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('QUIRE_SECRET_KEY is not the key'),
    })
    expect(find('clock').state).toBe('fine')
    expect(find('indexes').state).toBe('fine')
    expect(find('custom domains').finding).toBe('none')
  })

  it('gives advice on the data folder', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { code, find } = await examine({ QUIRE_DATA_DIR: file })
    expect(code).toBe(1)
    expect(find('data folder').advice).toContain('QUIRE_DATA_DIR')
  })

  it('gives advice on the file store', async () => {
    const file = join(folder, 'no-store')
    await writeFile(file, '')
    for (const QUIRE_BLOBS_URL of [
      `file://${file}/blobs`,
      's3://key:secret@quire?endpoint=http://127.0.0.1:1',
    ]) {
      const { code, find } = await examine({ QUIRE_BLOBS_URL })
      expect(code).toBe(1)
      expect(find('file store')).toMatchObject({ state: 'failed' })
      expect(find('file store').advice).toContain('QUIRE_BLOBS_URL')
    }
  })

  it('gives advice on a key for ssh that is missing, or open to others', async () => {
    const key = join(folder, 'key')
    const missing = await examine({ QUIRE_GIT_SSH_KEY: key })
    expect(missing.code).toBe(1)
    expect(missing.find('ssh key').advice).toContain('QUIRE_GIT_SSH_KEY')
    await writeFile(key, 'key', { mode: 0o644 })
    expect((await examine({ QUIRE_GIT_SSH_KEY: key })).find('ssh key').advice).toContain('chmod 600')
    await chmod(key, 0o600)
    expect((await examine({ QUIRE_GIT_SSH_KEY: key })).find('ssh key').state).toBe('fine')
  })

  it('does not take a lost database for a new one', async () => {
    const place = join(folder, 'lost')
    await mkdir(place)
    await symlink(join(folder, 'gone'), join(place, 'postgres'))
    const { code, find } = await examine({ QUIRE_DATA_DIR: place, QUIRE_DATABASE_URL: undefined })
    expect(code).toBe(1)
    expect(find('database').finding).toContain('no longer exists')
  })

  it('tells a running Quire from others on its port', async () => {
    const other = await listenOn(createServer((socket) => socket.destroy()))
    const taken = await examine({ PORT: other.port })
    await other.close()
    expect(taken.code).toBe(1)
    expect(taken.find('port').finding).toContain('in use')
    expect(taken.find('port').advice).toContain('PORT')

    const quireLike = await listenOn(createHttpServer((_, answer) => answer.end('{"status":"ok"}')))
    const running = await examine({ PORT: quireLike.port })
    await quireLike.close()
    expect(running.find('port')).toMatchObject({ state: 'fine' })
    expect(running.find('port').finding).toContain('a running Quire')
  })

  it('misses git and newer versions of Node', async () => {
    expect(await checkGit(folder)).toMatchObject({ state: 'failed', finding: 'git is not installed' })
    // The service looks in the usual places, wherever PATH leads.
    expect((await examine({ PATH: folder })).find('git').state).toBe('fine')
    expect(checkNode('20.18.3').state).toBe('failed')
    expect(checkNode('20.19.0').state).toBe('fine')
    expect(checkNode('22.1.0').state).toBe('fine')
  })
})

describe('quire serve', () => {
  it('says which setting helps when the port is taken, before it makes anything', async () => {
    const other = await listenOn(createServer())
    const place = join(folder, 'never-made')
    const changes = { PORT: other.port, QUIRE_DATA_DIR: place, QUIRE_DATABASE_URL: undefined }
    const { code, err } = await quire(['serve'], changes)
    await other.close()
    expect(code).toBe(1)
    expect(err).toContain(`Port ${other.port} on 127.0.0.1 is already in use. Set PORT`)
    expect(existsSync(place)).toBe(false)
  })

  it('says that the machine does not have the address', async () => {
    const { code, error } = await quireJson(['serve'], { HOST: '192.0.2.1' })
    expect(code).toBe(1)
    expect(error.message).toContain('Set HOST')
  })
})

describe('the embedded database', () => {
  it('is made, started and stopped by a command as needed', async () => {
    const place = join(folder, 'embedded')
    const embedded = { QUIRE_DATABASE_URL: undefined, QUIRE_DATA_DIR: place }
    const email = freshEmail()
    const created = await quire(['user', 'create', '--email', email, '--administrator'], embedded)
    expect(created.code).toBe(0)
    expect(created.err).toContain('making a database')
    const list = await quireJson(['user', 'list'], embedded)
    expect(list.result.items).toMatchObject([{ email }])
    const doctor = await quire(['doctor'], embedded)
    expect(doctor.code).toBe(0)
    expect(doctor.out).toContain(`embedded, in ${place}`)
    expect(existsSync(join(place, 'postgres-18', 'data', 'postmaster.pid'))).toBe(false)
  })
})
