import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneTemplate, databaseUrl } from '../../test/database/database.ts'
import type { Environment } from './context.ts'
import { runProgram } from './program.ts'

let folder: string
let here: Environment
let elsewhere: Environment
let handbook: string
let organization: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-archives-'))
  await chmod(folder, 0o711)
  here = await installation('here')
  elsewhere = await installation('elsewhere')
  const made = JSON.parse((await quire(here, ['demo', '--json'])).out)
  handbook = made.spaces.find(({ name }: { name: string }) => name === 'handbook').id
  organization = made.organization.id
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function installation(name: string): Promise<Environment> {
  return {
    QUIRE_DATA_DIR: join(folder, name),
    QUIRE_DATABASE_URL: databaseUrl(await cloneTemplate()),
    PORT: '1',
  }
}

async function quire(environment: Environment, args: string[]) {
  let [out, err] = ['', '']
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  }
  const code = await runProgram(['node', 'quire', ...args], environment, io)
  return { code, out, err }
}

async function quireJson(environment: Environment, args: string[]) {
  const { code, out, err } = await quire(environment, [...args, '--json'])
  return { code, result: out && JSON.parse(out), error: err && JSON.parse(err).error }
}

describe('quire export and quire import', () => {
  it('carry a space to another installation, as a zip file', async () => {
    const zip = join(folder, 'handbook.zip')
    const exported = await quire(here, ['export', handbook, '--to', zip])
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining(`to ${zip}\n`) })
    expect(exported.err).toContain('writing pages and files')
    const email = 'maria@example.org'
    await quire(elsewhere, ['user', 'create', '--email', email])
    const org = await quireJson(elsewhere, ['org', 'create', '--title', 'There', '--admin', email])
    const there = ['--org', org.result.id, '--admin', email]
    const plain = await quire(elsewhere, ['import', zip, ...there])
    expect(plain.code).toBe(0)
    expect(plain.out).toMatch(
      /Imported ".+", id \w+\n {2}\d+ pages, \d+ files?, 3 change requests, \d+ comments\n/,
    )
    expect(plain.out).toMatch(/maria@example\.org replaces unknown authors \d+ times: /)
    const { result } = await quireJson(elsewhere, [
      'import',
      zip,
      ...there,
      '--create-users',
      '--title',
      'Again',
    ])
    expect(result).toMatchObject({ space: { title: 'Again' }, changeRequests: 3, people: { unknown: [] } })
    expect(result.people.created.length).toBeGreaterThan(1)
  })

  it('carry a space as a folder, which an export by force writes anew', async () => {
    const to = join(folder, 'out')
    await quire(here, ['export', handbook, '--to', to])
    await writeFile(join(to, 'notes.txt'), 'mine')
    const refused = await quireJson(here, ['export', handbook, '--to', to])
    expect(refused).toMatchObject({ code: 1, error: { message: expect.stringContaining('not empty') } })
    await writeFile(join(to, '.quire', 'stale.json'), '{}')
    expect((await quire(here, ['export', handbook, '--to', to, '--force'])).code).toBe(0)
    expect(await readFile(join(to, 'notes.txt'), 'utf8')).toBe('mine')
    expect(await readdir(join(to, '.quire'))).not.toContain('stale.json')
    await rm(join(to, 'notes.txt'))
    const { code, result } = await quireJson(here, ['import', to, '--org', organization])
    expect({ code, edited: result.edited }).toEqual({ code: 0, edited: [] })
  })

  it('say what is wrong', async () => {
    const wrong = await quireJson(here, ['export', 'nothing', '--to', join(folder, 'no.zip')])
    expect(wrong).toMatchObject({ code: 1, error: { message: expect.stringContaining('Space not found') } })
    expect(await readdir(folder)).not.toContain('no.zip')
    expect(await quireJson(here, ['import', join(folder, 'gone.zip'), '--org', organization])).toMatchObject({
      code: 1,
      error: { message: expect.stringContaining('nothing to read at') },
    })
    await writeFile(join(folder, 'text.zip'), 'no zip')
    expect(await quireJson(here, ['import', join(folder, 'text.zip'), '--org', organization])).toMatchObject({
      code: 1,
      error: { message: expect.stringContaining('is not a zip file') },
    })
    expect((await quire(here, ['import', folder])).code).toBe(2)
    expect((await quire(here, ['import', '--help'])).out).toContain('--create-users')
  })
})
