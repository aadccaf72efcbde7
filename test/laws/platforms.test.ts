import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// What is native must exist for every platform that we promise, also what only the tests need. An optional package that
// does not exist is left out by npm without a word, and missed at run time.

type Platform = { os: string; cpu: string; libc?: string }
type Entry = {
  os?: string[]
  cpu?: string[]
  libc?: string[]
  /** Missing where the package was not on the registry when the lock file was written. */
  integrity?: string
  optional?: boolean
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Entry>

const PROMISED: Platform[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'arm64' },
]

function faultsOf(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.replace(/^.*node_modules\//, '') || 'this package'
    if (!entry.optional && isNative(entry))
      return PROMISED.filter((platform) => !runsOn(entry, platform)).map((platform) => told(name, platform))
    const family = Object.keys(entry.optionalDependencies ?? {}).map((one) => find(packages, path, one))
    // What is for one system alone, whatever its processor, has another way on the others.
    if (!family.some((one) => one?.cpu)) return []
    return PROMISED.filter(
      (platform) => !family.some((one) => one && exists(one) && runsOn(one, platform)),
    ).map((platform) => told(name, platform))
  })
}

/** As Node looks for it: beside its owner, or above. */
function find(packages: Packages, owner: string, name: string): Entry | undefined {
  const at = owner === '' ? `node_modules/${name}` : `${owner}/node_modules/${name}`
  return (
    packages[at] ??
    (owner === '' ? undefined : find(packages, owner.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name))
  )
}

const exists = ({ integrity }: Entry) => integrity !== undefined
const isNative = ({ os, cpu }: Entry) => os !== undefined || cpu !== undefined
const runsOn = (entry: Entry, { os, cpu, libc }: Platform) =>
  isAmong(os, entry.os) && isAmong(cpu, entry.cpu) && isAmong(libc, entry.libc)
const isAmong = (one: string | undefined, all: string[] | undefined) =>
  one === undefined ||
  all === undefined ||
  (all.some((name) => !name.startsWith('!')) ? all.includes(one) : !all.includes(`!${one}`))
const told = (name: string, { os, cpu }: Platform) => `${name}: none for ${os} ${cpu}`

describe('native packages', () => {
  it('exist for every platform that we promise', () => {
    const lock: { packages: Packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const native = Object.values(lock.packages).filter(isNative)
    expect(native.length).toBeGreaterThan(10)
    expect(faultsOf(lock.packages)).toEqual([])
  })

  const member = (os: string, cpu: string, rest: Entry = { integrity: 'x' }): Entry => ({
    os: [os],
    cpu: [cpu],
    optional: true,
    ...rest,
  })
  const familyOf = (members: Record<string, Entry>): Packages => ({
    'node_modules/owner': {
      integrity: 'x',
      optionalDependencies: Object.fromEntries(Object.keys(members).map((name) => [name, '1.0.0'])),
    },
    ...Object.fromEntries(Object.entries(members).map(([name, entry]) => [`node_modules/${name}`, entry])),
  })
  const whole = {
    'linux-x64': member('linux', 'x64'),
    'linux-arm64': member('linux', 'arm64'),
    'darwin-arm64': member('darwin', 'arm64'),
  }

  it('are refused when one was not on the registry, is not listed, or is for another C library', () => {
    expect(faultsOf(familyOf(whole))).toEqual([])
    expect(faultsOf(familyOf({ ...whole, 'darwin-arm64': member('darwin', 'arm64', {}) }))).toEqual([
      'owner: none for darwin arm64',
    ])
    const { 'linux-arm64': _, ...others } = whole
    expect(faultsOf(familyOf(others))).toEqual(['owner: none for linux arm64'])
    const musl = member('linux', 'arm64', { integrity: 'x', libc: ['musl'] })
    expect(faultsOf(familyOf({ ...others, musl }))).toEqual(['owner: none for linux arm64'])
  })

  it('are found where their owner has them, and may be for one system when they are for no processor', () => {
    const { 'node_modules/linux-x64': beside, ...rest } = familyOf(whole)
    expect(faultsOf({ ...rest, 'node_modules/owner/node_modules/linux-x64': beside ?? {} })).toEqual([])
    expect(faultsOf(familyOf({ watcher: { os: ['darwin'], optional: true, integrity: 'x' } }))).toEqual([])
  })

  it('are refused when they are needed and not for all', () => {
    expect(faultsOf({ 'node_modules/only': { cpu: ['x64'], integrity: 'x' } })).toEqual([
      'only: none for linux arm64',
      'only: none for darwin arm64',
    ])
    expect(faultsOf({ 'node_modules/most': { os: ['!win32'], integrity: 'x' } })).toEqual([])
  })
})
