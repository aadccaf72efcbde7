// The laws of ARCHITECTURE.md. A broken one is printed with the file, the import and the law.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rooms } from '../../src/rooms.ts'

type Import = { file: string; target: string; isTypeOnly: boolean }

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => join('src', file))
const imports = files.flatMap(importsOf)

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export) (type )?[^'"]*?from '([^']+)'/gm)].map(
    ([, type, name = '']) => ({
      file,
      target: name.startsWith('.') ? normalize(join(dirname(file), name)) : name,
      isTypeOnly: type !== undefined,
    }),
  )
}

/** Each may know those before it. */
const LAYERS = ['engines', 'world', 'kit', 'rooms', 'site-server', 'console']
const SITE_SERVER = ['visit', 'formats', 'page', 'preview', 'routes']
const order = [
  ...rooms.map((room) => room.name).filter((name) => name !== 'site-server'),
  ...SITE_SERVER,
  'archives',
]

const layerOf = (path: string) => LAYERS.findIndex((layer) => path.startsWith(`src/${layer}/`))
/** The archives of the command line keep the laws of rooms. */
const roomOf = (path: string) =>
  /^src\/(?:rooms\/[^/]+|site-server|command(?=\/archives))\/([^/]+)\//.exec(path)?.[1]
/** Routes speak HTTP like the kit. */
const isVerbal = (path: string) => roomOf(path) !== undefined && roomOf(path) !== 'routes'
const roleOf = (path: string) =>
  /^(operations|access|schema|store|present)/.exec(basename(path))?.[1] ?? 'verb'
const isIn =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`src/${folder}/`))

function broken(law: string, isBroken: (one: Import) => boolean) {
  return imports.filter(isBroken).map(({ file, target }) => `${law}: ${file} imports ${target}`)
}

/** Cycles of files that import each other's values; imports of types are gone when the code runs. */
function importCycles(all: readonly Import[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { file, target, isTypeOnly } of all)
    if (!isTypeOnly) targets.set(file, [...(targets.get(file) ?? []), target])
  const cycles: string[] = []
  const done = new Set<string>()
  const path = new Set<string>()
  const visit = (file: string) => {
    if (path.has(file)) {
      const around = [...path]
      cycles.push([...around.slice(around.indexOf(file)), file].join(' imports '))
    }
    if (path.has(file) || done.has(file)) return
    path.add(file)
    for (const target of targets.get(file) ?? []) visit(target)
    path.delete(file)
    done.add(file)
  }
  for (const file of targets.keys()) visit(file)
  return cycles
}

describe('the import laws', () => {
  it('reads the imports at all', () => {
    expect(imports.length).toBeGreaterThan(5_000)
    expect(order).toEqual(expect.arrayContaining(['identity', 'organizations', 'members', 'teams']))
  })

  it('every room is in the table of contents', () => {
    const found = new Set(files.flatMap((file) => roomOf(file) ?? []))
    expect([...found].filter((room) => !order.includes(room))).toEqual([])
  })

  it('every room can be asked for something, but for the mail', () => {
    const mute = rooms.filter(({ operations }) => operations.length === 0).map(({ name }) => name)
    expect(mute).toEqual(['mail', 'site-server'])
  })

  it('layers know only those below them', () => {
    const isAllowed = ({ file, target, isTypeOnly }: Import) =>
      isTypeOnly &&
      ((isIn('engines')(file) && isIn('world')(target)) ||
        (isIn('engines/site')(file) && isIn('rooms/sites/customization')(target)))
    expect(
      broken('no layer knows a higher one', (one) => {
        const [from, to] = [layerOf(one.file), layerOf(one.target)]
        return from >= 0 && to > from && !isAllowed(one)
      }),
    ).toEqual([])
  })

  it('there are no import cycles', () => {
    const one = (file: string, target: string, isTypeOnly = false) => ({ file, target, isTypeOnly })
    expect(importCycles([one('a', 'b'), one('b', 'c'), one('c', 'b')])).toEqual(['b imports c imports b'])
    expect(importCycles([one('a', 'b'), one('a', 'c'), one('b', 'c'), one('c', 'a', true)])).toEqual([])
    expect(importCycles(imports)).toEqual([])
  })

  it('rooms know only the rooms above them in rooms.ts', () => {
    expect(
      broken('earlier rooms do not know later ones', ({ file, target }) => {
        const [from, to] = [roomOf(file), roomOf(target)]
        return Boolean(from && to && from !== to && order.indexOf(to) > order.indexOf(from))
      }),
    ).toEqual([])
  })

  it('rooms never meet Fastify, the process or the network', () => {
    expect(
      broken('rooms stay off HTTP and Node', ({ file, target }) => {
        return isVerbal(file) && /^(fastify|@fastify\/|pg$|node:)/.test(target)
      }),
    ).toEqual([])
  })

  it('sessions start in one place, which asks for second factors', () => {
    const starting = files.filter((file) => /\bstartSession\(/.test(readFileSync(file, 'utf8')))
    const accounts = 'src/rooms/people/accounts'
    expect(starting.toSorted()).toEqual([`${accounts}/sessions/sessions.ts`, `${accounts}/sign-in.ts`])
  })

  it('only stores write SQL', () => {
    expect(
      broken('Kysely belongs in stores', ({ file, target, isTypeOnly }) => {
        return isVerbal(file) && roleOf(file) !== 'store' && target === 'kysely' && !isTypeOnly
      }),
    ).toEqual([])
  })

  it('what one room keeps, others reach through its verbs', () => {
    expect(
      broken(
        'a store is for its own room, and for reading by later stores',
        ({ file, target, isTypeOnly }) => {
          const isForeign = roomOf(target) !== undefined && roomOf(file) !== roomOf(target)
          return (
            isForeign &&
            isVerbal(file) &&
            roleOf(target) === 'store' &&
            roleOf(file) !== 'store' &&
            !isTypeOnly
          )
        },
      ),
    ).toEqual([])
  })

  it('verbs and access know no HTTP, presenters nothing but shapes', () => {
    expect(
      broken('down only', ({ file, target, isTypeOnly }) => {
        const role = isVerbal(file) && roleOf(file)
        if (role === 'verb' || role === 'access') return isIn('kit/http')(target)
        if (role === 'store')
          return isIn('kit/http')(target) || (isIn('kit/domain')(target) && !/problems|roles/.test(target))
        if (role === 'present')
          return isIn('kit/http', 'kit/storage')(target) || (roleOf(target) === 'store' && !isTypeOnly)
        return false
      }),
    ).toEqual([])
  })

  it('engines are values of what they stand on', () => {
    const stands = (engine: string, ...on: string[]) =>
      broken(
        `engines/${engine} is pure`,
        ({ file, target, isTypeOnly }) =>
          isIn(`engines/${engine}`)(file) &&
          target.startsWith('src/') &&
          !isIn(...[engine, ...on].map((name) => `engines/${name}`))(target) &&
          !(isTypeOnly && isIn('world', 'rooms/sites/customization')(target)),
      )
    const others = [
      'repository',
      'sync',
      'conversion',
      'pdf',
      'html',
      'reading',
      'search',
      'translation',
      'pictures',
    ]
    expect([
      ...stands('adaptive'),
      ...stands('words'),
      ...stands('content', 'markdown'),
      ...stands('markdown', 'content'),
      ...stands('openapi', 'html', 'words'),
      ...stands('reference', 'openapi', 'html', 'site', 'markdown', 'content', 'reading', 'search', 'words'),
      ...stands('site', 'html', 'content', 'openapi', 'words'),
      ...others.flatMap((engine) =>
        stands(engine, 'content', 'markdown', 'adaptive', 'openapi', 'words', ...others),
      ),
      ...broken(
        'conditions are pure',
        ({ file, target }) => isIn('engines/adaptive')(file) && /^node:/.test(target),
      ),
    ]).toEqual([])
  })

  it('tracing is loaded where it is on', () => {
    const inside = isIn('world/tracing')
    expect(
      broken(
        'all but the settings of tracing are types to others',
        ({ file, target, isTypeOnly }) =>
          !inside(file) && inside(target) && !isTypeOnly && basename(target) !== 'settings.ts',
      ),
    ).toEqual([])
    const loads = /\bawait import\('[^']*(world\/tracing\/|trace-requests)/
    expect(files.filter((file) => loads.test(readFileSync(file, 'utf8'))).toSorted()).toEqual([
      'src/command/checks/checks-tracing.ts',
      'src/command/process/open.ts',
      'src/kit/http/server.ts',
    ])
    expect(
      broken('requests are traced where tracing is on', ({ target }) => target.endsWith('trace-requests.ts')),
    ).toEqual([])
  })

  it('no YAML is read without limits', () => {
    expect(
      broken(
        'the yaml package has two doors',
        ({ file, target }) =>
          /^yaml(\/|$)/.test(target) &&
          file !== 'src/engines/repository/yaml/yaml-parse.ts' &&
          file !== 'src/engines/openapi/reading/read-yaml.ts',
      ),
    ).toEqual([])
  })

  it('time, chance and the environment come through the world', () => {
    const windows =
      /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomUUID\(|\bprocess\.env\b|(?<![.\w])fetch\(/
    const open = files.filter(isIn('rooms', 'site-server', 'kit/domain', 'kit/http'))
    expect(
      open.filter((file) => windows.test(readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\*).*$/gm, ''))),
    ).toEqual([])
  })
})

describe('writes', () => {
  const writes = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*'([\w.]+)/g)].map(
      ([, table = '']) => ({ file, table: table.replace(/ as .*/, ''), room: roomOf(file) ?? dirname(file) }),
    ),
  )

  it('are at home: each table is written by one room', () => {
    const writers = new Map<string, Set<string>>()
    for (const { table, room } of writes) writers.set(table, (writers.get(table) ?? new Set()).add(room))
    expect(writers.size).toBeGreaterThan(60)
    expect([...writers].filter(([, by]) => by.size > 1).map(([table, by]) => [table, ...by])).toEqual([])
  })

  it('are in stores', () => {
    expect(
      writes.filter(({ file }) => isIn('rooms', 'site-server')(file) && roleOf(file) !== 'store'),
    ).toEqual([])
  })
})

describe('folders', () => {
  it('tell their plan at a glance', () => {
    const folders = new Map<string, number>()
    for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }))
      folders.set(dirname(name), (folders.get(dirname(name)) ?? 0) + 1)
    folders.delete('kit/storage/migrations')
    expect([...folders].filter(([, entries]) => entries > 27)).toEqual([])
  })
})
