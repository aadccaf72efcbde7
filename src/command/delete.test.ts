import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneTemplate, databaseUrl } from '../../test/database/database.ts'
import type { Environment } from './context.ts'
import { runProgram } from './program.ts'

let environment: Environment
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-delete-'))
  environment = {
    PATH: process.env.PATH,
    QUIRE_DATA_DIR: join(folder, 'data'),
    QUIRE_DATABASE_URL: databaseUrl(await cloneTemplate()),
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command for somebody who types this. */
async function quire(args: string[], typed = '') {
  let out = ''
  let err = ''
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    stdin: Readable.from(typed ? [typed] : []),
  }
  const code = await runProgram(['node', 'quire', ...args], environment, io)
  return { code, out, err }
}

async function made(...args: string[]) {
  const { out } = await quire([...args, '--json'])
  return JSON.parse(out)
}

const newUser = () =>
  made('user', 'create', '--email', `u-${randomBytes(5).toString('hex')}@example.org`, '--name', 'Maria')

describe('quire org delete', () => {
  it('asks for the title, and deletes nothing without it', async () => {
    const user = await newUser()
    const { id } = await made('org', 'create', '--title', 'Example Docs', '--admin', user.id)
    const wrong = await quire(['org', 'delete', id], 'example\n')
    expect(wrong.code).toBe(1)
    expect(wrong.err).toContain('This permanently deletes "Example Docs"')
    expect(wrong.err).toContain('The input is not Example Docs: nothing was deleted')
    expect((await quire(['org', 'delete', id])).code).toBe(1)
    const json = await quire(['org', 'delete', id, '--json'], 'Example Docs\n')
    expect(JSON.parse(json.err).error.message).toContain('--yes')
    expect((await quire(['org', 'list'])).out).toContain(id)

    const right = await quire(['org', 'delete', id], 'Example Docs\n')
    expect(right).toMatchObject({ code: 0, out: `Deleted "Example Docs", id ${id}\n` })
    expect((await quire(['org', 'list'])).out).not.toContain(id)
    expect((await quire(['org', 'delete', id, '--yes'])).err).toMatch(/Organization .+ not found/)
  })
})

describe('quire user delete', () => {
  it('asks for the e-mail, and says what to do about the last admin', async () => {
    const user = await newUser()
    const { id } = await made('org', 'create', '--title', 'Example Docs', '--admin', user.id)
    expect((await quire(['user', 'delete', user.email, '--yes'])).err).toContain(
      'the last admin of "Example Docs": make somebody else an admin there, or delete the organization first',
    )
    expect(await made('org', 'delete', id, '--yes')).toEqual({ id, title: 'Example Docs', deleted: true })
    expect((await quire(['user', 'delete', user.id], 'no\n')).code).toBe(1)
    const done = await quire(['user', 'delete', user.id], `${user.email}\n`)
    expect(done).toMatchObject({ code: 0, out: `Deleted ${user.email}, id ${user.id}\n` })
    expect((await quire(['user', 'list'])).out).not.toContain(user.email)
  })
})
