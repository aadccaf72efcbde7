import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneTemplate, databaseUrl } from '../../test/database/database.ts'
import { readConfig } from '../config.ts'
import { NO_CREDENTIAL } from '../kit/domain/context.ts'
import { createSpace } from '../rooms/content/spaces/spaces.ts'
import { createUser } from '../rooms/people/identity/users.ts'
import { foundOrganization } from '../rooms/people/members/found-organization.ts'
import { openLog } from '../world/log/log.ts'
import type { Environment } from './context.ts'
import { openConfiguredServices } from './process/open.ts'
import { runProgram } from './program.ts'

let environment: Environment
let folder: string
let space: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-command-git-'))
  environment = {
    PATH: process.env.PATH,
    QUIRE_DATA_DIR: join(folder, 'data'),
    QUIRE_DATABASE_URL: databaseUrl(await cloneTemplate()),
  }
  space = await makeSpace()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function makeSpace() {
  const services = await openConfiguredServices(readConfig(environment), openLog('silent'), {
    supervise: false,
  })
  const { id } = await services.asSystem(async (ctx) => {
    const { id: userId, email } = await createUser(ctx, { email: 'maria@example.org' })
    const { id: organizationId } = await foundOrganization(ctx, userId, { title: 'Acme' })
    const actor = {
      kind: 'user' as const,
      id: userId,
      email,
      isAdministrator: false,
      isEmailVerified: false,
      closedTo: [],
      credential: NO_CREDENTIAL,
    }
    return createSpace({ ...ctx, actor }, organizationId, { title: 'Guide' })
  })
  await services.close()
  return id
}

async function quire(...args: string[]) {
  let out = ''
  let err = ''
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  }
  const code = await runProgram(['node', 'quire', ...args], environment, io)
  return { code, out, err }
}

describe('quire git import', () => {
  it.each([
    [['--url', 'gopher://example.org/docs'], /^--url: /],
    [['--url', 'https://example.org/docs.git', '--branch', 'a..b'], /^--branch: /],
    [
      ['--url', 'https://example.org/docs.git', '--branch', 'main', '--directory', '../up'],
      /^--directory must be a folder/,
    ],
  ])('names the option that is wrong: %j', async (options, message) => {
    const { code, err } = await quire('git', 'import', space, ...options)
    expect(code).toBe(1)
    expect(err.replace(/^ {2}….*\n/gm, '')).toMatch(message)
    expect(err).not.toContain('body.')
  })

  it('says how to find the space that there is not', async () => {
    const elsewhere = ['--url', 'https://example.org/docs.git', '--branch', 'main']
    const { code, err } = await quire('git', 'import', 'nowhere', ...elsewhere)
    expect(code).toBe(1)
    expect(err).toContain('Space nowhere not found: see quire space list')
  })
})
