// The import laws of ARCHITECTURE.md. A broken one is printed with the file, the import and the law.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rooms } from '../src/rooms.ts'

type Import = { file: string; target: string; isTypeOnly: boolean }

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => join('src', file))
const imports = files.flatMap(importsOf)
const order = rooms.map((room) => room.name)

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

const roomOf = (path: string) => /^src\/rooms\/([^/]+)\//.exec(path)?.[1]
const roleOf = (path: string) =>
  /^src\/rooms\/[^/]+\/(operations|access|schema|store|present)/.exec(path)?.[1] ?? 'verb'
const isIn =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`src/${folder}/`))

/** They stand on content and markdown, and know of the world only what a task is. */
const PURE = ['repository', 'sync', 'conversion', 'pdf', 'html', 'reading', 'search', 'translation']

function broken(law: string, isBroken: (one: Import) => boolean) {
  return imports.filter(isBroken).map(({ file, target }) => `${law}: ${file} imports ${target}`)
}

describe('the import laws', () => {
  it('reads the imports at all', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(order).toEqual(expect.arrayContaining(['identity', 'organizations', 'members', 'teams']))
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
        return Boolean(roomOf(file)) && /^(fastify|@fastify\/|pg$|pg-boss|node:)/.test(target)
      }),
    ).toEqual([])
  })

  it('only stores write SQL', () => {
    expect(
      broken('Kysely belongs in stores', ({ file, target, isTypeOnly }) => {
        return Boolean(roomOf(file)) && roleOf(file) !== 'store' && target === 'kysely' && !isTypeOnly
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
            isIn('rooms')(file) &&
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
        const role = roomOf(file) && roleOf(file)
        if (role === 'verb' || role === 'access') return isIn('http')(target)
        if (role === 'store')
          return isIn('http')(target) || (isIn('domain')(target) && !/problems|roles/.test(target))
        if (role === 'present')
          return isIn('http', 'storage')(target) || (roleOf(target) === 'store' && !isTypeOnly)
        return false
      }),
    ).toEqual([])
  })

  it('the floor kits and the garden do not look up', () => {
    expect([
      ...broken(
        'world knows nobody',
        ({ file, target }) => isIn('world')(file) && isIn('rooms', 'http', 'domain', 'storage')(target),
      ),
      ...broken(
        'storage knows no rooms',
        ({ file, target }) => isIn('storage')(file) && isIn('rooms', 'http')(target),
      ),
      ...broken(
        'domain knows no rooms',
        ({ file, target }) => isIn('domain')(file) && isIn('rooms', 'http')(target),
      ),
      ...broken('http knows no rooms', ({ file, target }) => isIn('http')(file) && isIn('rooms')(target)),
      ...broken(
        'the reference is pure',
        ({ file, target }) => isIn('reference')(file) && !isIn('reference', 'openapi', 'html')(target),
      ),
      ...broken(
        'descriptions of APIs are pure',
        ({ file, target }) =>
          isIn('openapi')(file) && target.startsWith('src/') && !isIn('openapi', 'html')(target),
      ),
      ...broken(
        'pages of sites are pure',
        ({ file, target, isTypeOnly }) =>
          isIn('site')(file) &&
          target.startsWith('src/') &&
          !isIn('site', 'html', 'content', 'openapi')(target) &&
          !(isTypeOnly && isIn('rooms/customization')(target)),
      ),
      ...broken(
        'conditions are pure',
        ({ file, target }) =>
          isIn('adaptive')(file) && /^(src\/|node:)/.test(target) && !isIn('adaptive')(target),
      ),
      ...broken(
        'content and markdown are pure',
        ({ file, target }) =>
          isIn('content', 'markdown')(file) &&
          target.startsWith('src/') &&
          !isIn('content', 'markdown')(target),
      ),
      ...broken(
        'repositories, syncs, conversions and books are values of content',
        ({ file, target, isTypeOnly }) =>
          isIn(...PURE)(file) &&
          target.startsWith('src/') &&
          !isIn('content', 'markdown', 'adaptive', 'openapi', ...PURE)(target) &&
          !(isTypeOnly && isIn('world')(target)),
      ),
    ]).toEqual([])
  })

  it('no YAML is read without limits', () => {
    expect(
      broken(
        'the yaml package has two doors',
        ({ file, target }) =>
          /^yaml(\/|$)/.test(target) &&
          file !== 'src/repository/yaml-parse.ts' &&
          file !== 'src/openapi/reading/read-yaml.ts',
      ),
    ).toEqual([])
  })

  it('time, chance and the environment come through the world', () => {
    const windows =
      /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomUUID\(|\bprocess\.env\b|(?<![.\w])fetch\(/
    const open = files.filter(isIn('rooms', 'domain', 'http'))
    expect(
      open.filter((file) => windows.test(readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\*).*$/gm, ''))),
    ).toEqual([])
  })
})
