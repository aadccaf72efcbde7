// The answers on the wire, held against the public description of the same API that the client package carries.
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiOf, makeFolder, removeFolder, type Server, startServer } from './server.ts'

type Described = { operationId: string; responses: Record<string, { content?: object }> }
type Description = { paths: Record<string, Record<string, Described>> }

const description: Description = createRequire(import.meta.url)('@gitbook/api/spec/openapi.json')
const ajv = new Ajv({ strict: false, validateFormats: true })
addFormats.default(ajv)
for (const format of ['emoji', 'icon', 'color']) ajv.addFormat(format, true)
ajv.addSchema(withoutNullable(description) as object, 'api')

/** OpenAPI 3.0 says `nullable`; JSON Schema says it with a second branch. */
function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = value as Record<string, unknown>
  const copy = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, withoutNullable(item)]))
  return nullable === true ? { anyOf: [copy, { type: 'null' }] } : copy
}

const TOKEN = 'acceptance-admin-token'
let folder: string
let server: Server
let api: Api

beforeAll(async () => {
  folder = await makeFolder()
  server = await startServer({ folder, env: { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' } })
  api = apiOf(server.url, TOKEN)
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await removeFolder(folder)
})

/** Where the description declares the answer of a request with this status. */
function declared(method: string, path: string, status: number) {
  const address = path.replace(/^\/v1/, '').replace(/\?.*/, '')
  const found = Object.entries(description.paths)
    .filter(([template]) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address))
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
  const [template] = found.find(([, methods]) => methods[method.toLowerCase()]) ?? []
  if (template === undefined) throw new Error(`The public API has no ${method} ${address}`)
  const pointer = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ]
  const escaped = pointer.map((part) =>
    encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  return `api#/${escaped.join('/')}`
}

async function check(method: string, path: string, body?: unknown) {
  const answer = await api(method, path, body)
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  if (answer.body !== undefined) {
    const isValid = ajv.validate({ $ref: declared(method, path, answer.status) }, answer.body)
    expect(isValid ? [] : ajv.errors, `${method} ${path}`).toEqual([])
  }
  return answer.body
}

describe('answers have the shape the public description promises', () => {
  it('for organizations, members, teams, invites and users', async () => {
    const { body: made } = await api('POST', '/v1/orgs', { title: 'Wire', emailDomains: ['wire.example'] })
    const org = `/v1/orgs/${made.id}`
    await check('GET', '/v1/')
    const me = await check('GET', '/v1/user')
    await check('GET', `/v1/users/${me.id}`)
    await check('PATCH', `/v1/users/${me.id}`, { displayName: 'Administrator' })
    await check('GET', '/v1/orgs')
    await check('GET', org)
    await check('PATCH', org, {
      hostname: 'wire',
      defaultRole: 'read',
      logo: 'https://wire.example/logo.png',
      mergeRules: {
        type: 'rules',
        rules: [{ rule: 'require_at_least_one_review' }, { rule: 'custom', expression: 'true' }],
      },
    })
    await check('GET', '/v1/email-domains/wire.example/orgs')
    const { users } = await check('POST', `${org}/invites`, { emails: ['a@wire.example'], role: 'edit' })
    await check('GET', `${org}/members?sort=joinedAt&order=asc&limit=1`)
    await check('GET', `${org}/members/${users[0]}`)
    await check('PATCH', `${org}/members/${users[0]}`, { role: null })
    await check('POST', `${org}/members/${users[0]}/sso`)
    await check('POST', `${org}/ping`)
    const team = await check('PUT', `${org}/teams`, { title: 'Writers', members: users })
    await check('GET', `${org}/teams?title=w`)
    await check('GET', `${org}/teams/${team.id}`)
    await check('PATCH', `${org}/teams/${team.id}`, { title: 'Authors' })
    await check('PUT', `${org}/teams/${team.id}/members`, { add: [me.id] })
    await check('PUT', `${org}/teams/${team.id}/members/${me.id}`)
    await check('GET', `${org}/teams/${team.id}/members`)
    await check('GET', `${org}/members/${users[0]}/teams`)
    const link = await check('POST', `${org}/link-invites`, { role: 'read' })
    await check('GET', `${org}/link-invites`)
    await check('GET', `${org}/link-invites/${link.id}`)
    await check('PATCH', `${org}/link-invites/${link.id}`, { role: 'edit' })
    await check('POST', `${org}/invites/${link.id}`)
    await check('DELETE', `${org}/link-invites/${link.id}`)
    await check('DELETE', `${org}/teams/${team.id}`)
    await check('DELETE', `${org}/members/${users[0]}`)
  })
})
