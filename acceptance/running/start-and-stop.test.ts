// What starts Quire besides `node`: npm, npx, an old Node, an installation that is not whole, a folder that can not be.
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { environment, makeFolder, newDatabase, removeFolder, runCommand, until } from '../server.ts'

const ROOT = join(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0

const folders: string[] = []

async function newFolder() {
  const folder = await makeFolder()
  folders.push(folder)
  return folder
}

afterAll(async () => {
  for (const folder of folders) await removeFolder(folder)
})

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The process below another one that does not start a further one with these words. */
function serverBelow(pid: number): number | undefined {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const all = stdout.split('\n').map((line) => {
    const [, id, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { id: Number(id), parent: Number(parent), args }
  })
  const below = (from: number): typeof all =>
    all.filter(({ parent }) => parent === from).flatMap((one) => [one, ...below(one.id)])
  return below(pid).find(({ args }) => /^\S*node\S* .*quire/.test(args))?.id
}

describe('SIGTERM to npm', () => {
  it.each([
    ['npm start', ['start']],
    ['npx quire publish --serve', ['exec', '--', 'quire', 'publish', 'docs', '--serve']],
  ])('ends the server and its PostgreSQL: %s', async (_, args) => {
    const folder = await newFolder()
    const env = environment(folder, { PORT: '0' })
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs', 'README.md'), '# Docs\n')
    if (args[0] === 'exec') args.splice(4, 1, join(folder, 'docs'))
    const npm = spawn('npm', args, { cwd: ROOT, env })
    const npmId = npm.pid ?? 0
    let output = ''
    npm.stdout.on('data', (chunk) => {
      output += chunk
    })
    npm.stderr.on('data', (chunk) => {
      output += chunk
    })
    const ended = new Promise((resolve) => npm.once('exit', resolve))
    await until(async () => {
      if (npm.exitCode !== null) throw new Error(output)
      return output.includes('listens on')
    })
    // Each address that is printed is one where it answers, also where the port was any that is free.
    const printed = output.match(/http:\/\/127\.0\.0\.1:\d+[^\s"]*/g) ?? []
    expect(printed.length).toBeGreaterThan(1)
    for (const address of printed) expect((await fetch(address)).status, address).toBeLessThan(500)
    const server = serverBelow(npmId) ?? 0
    const lock = join(folder, 'data', 'postgres-18', 'data', 'postmaster.pid')
    const postgres = Number(readFileSync(lock, 'utf8').split('\n')[0])
    expect([isAlive(server), isAlive(postgres)]).toEqual([true, true])
    npm.kill('SIGTERM')
    await ended
    await until(async () => !isAlive(server) && !isAlive(postgres))
    expect(existsSync(lock)).toBe(false)
  })
})

describe('a process for long work', () => {
  it('ends when the server is gone before it was ready', async () => {
    const folder = await newFolder()
    const env = environment(folder, (await newDatabase()).env)
    const worker = fork(join(ROOT, 'bin', 'quire.js'), ['answer-requests'], {
      env,
      cwd: folder,
      execArgv: [],
    })
    worker.disconnect()
    const [code] = await once(worker, 'exit')
    expect(code).toBe(0)
  })
})

describe('the data folder', () => {
  it('is closed to other users, also on a PostgreSQL of somebody else', async () => {
    const folder = await newFolder()
    const { env } = await newDatabase()
    expect(await runCommand(folder, ['user', 'list'], env)).toMatchObject({ code: 0 })
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
  })

  it.each(['embedded', 'external'])('that can not be is told of at once: %s database', async (database) => {
    const folder = await newFolder()
    const env = database === 'external' ? (await newDatabase()).env : {}
    writeFileSync(join(folder, 'file'), '')
    const impossible = ['/proc/x', '/proc/x/y/z', join(folder, 'file'), join(folder, 'file', 'data'), '/sys']
    for (const QUIRE_DATA_DIR of impossible.filter(
      (path) => existsSync('/proc/self') || path.startsWith(folder),
    )) {
      const { code, err } = await runCommand(folder, ['serve'], { ...env, QUIRE_DATA_DIR, PORT: '0' })
      expect(code, err).toBe(1)
      expect(err).toContain(`The data folder ${QUIRE_DATA_DIR} cannot be `)
      expect(err).toContain('Set QUIRE_DATA_DIR to a folder that this user can write to')
    }
  })
})

/** A copy of the checkout as npm would leave it; `packages`: what node_modules has. */
async function checkout({ isBuilt, packages }: { isBuilt: boolean; packages: string[] }) {
  const folder = await newFolder()
  const root = join(folder, 'quire')
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  for (const name of ['bin', 'package.json']) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src', 'main.ts'), '')
  if (isBuilt) {
    mkdirSync(join(root, 'dist', 'program'), { recursive: true })
    writeFileSync(join(root, 'dist', 'program', 'main.js'), 'console.log("built")\n')
  }
  for (const name of packages) symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  return { root, run }
}

describe('an installation without development packages', () => {
  it('says that it can not be built, and how it could', async () => {
    const { run } = await checkout({ isBuilt: false, packages: [] })
    const sentence = /development packages.*npm ci --include=dev/
    for (const script of ['build', 'prepare', 'prestart'])
      expect(run('npm', 'run', script), script).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(sentence),
      })
    expect(run('node', 'bin/quire.js', 'help')).toMatchObject({
      status: 2,
      stderr: 'Quire is not built yet: run npm ci --include=dev, which also builds it.\n',
    })
  })

  it('takes what was built elsewhere', async () => {
    const { run, root } = await checkout({ isBuilt: true, packages: [] })
    for (const script of ['build', 'prepare', 'prestart'])
      expect(run('npm', 'run', script)).toMatchObject({ status: 0 })
    expect(run('node', 'bin/quire.js').stdout).toBe('built\n')
    // Sources that are newer are not in it, and who asks for a build is not to believe so.
    const later = new Date(Date.now() + 60_000)
    writeFileSync(join(root, 'src', 'main.ts'), '')
    utimesSync(join(root, 'src', 'main.ts'), later, later)
    expect(run('npm', 'run', 'build')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('development packages'),
    })
    for (const script of ['prepare', 'prestart'])
      expect(run('npm', 'run', script)).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('older than src'),
      })
  })

  it('names the build where that is all that is missing', async () => {
    const { run } = await checkout({ isBuilt: false, packages: ['rolldown'] })
    expect(run('node', 'bin/quire.js', 'help')).toMatchObject({
      status: 2,
      stderr: 'Quire is not built yet: run npm run build.\n',
    })
  })
})

describe('an old Node', () => {
  const pretend = (version: string) =>
    `--import=data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`

  it.each(['quire.js', 'build.js', 'dev.js'])('is told which one it takes: %s', (file) => {
    const args = [pretend('18.20.8'), join(ROOT, 'bin', file), '--version']
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'Quire needs Node 20.19 or later, and this is 18.20.8: install it from https://nodejs.org.\n',
    })
  })
})
