// The answers on the wire, held against the public description of the same API that the client package carries.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKeyPair } from '../test/counterparts/certificates.ts'
import { type GitServer, openGitServer } from '../test/counterparts/git-server.ts'
import { RECORDER, SCOPES } from '../test/counterparts/recorder.ts'
import { fontFile } from '../test/font-file.ts'
import { type Description, differencesOf, type Operation, operationOf, operations } from './description.ts'
import { RICH_MARKDOWN } from './markdown.ts'
import { apiOf, makeFolder, newDatabase, removeFolder, type Server, startServer, until } from './server.ts'

/** Operations whose answer is not what the public description promises, each with the reason. */
const TITLED = 'answers the settings of an earlier day, with a title and languages, and these fields beside'
const SYSTEM_THEME =
  'a site that nobody customized has the theme `system`, which this description does not know yet'
const KNOWN_DIFFERENCES: Record<string, string> = {
  getSiteCustomizationById: SYSTEM_THEME,
  updateSiteCustomizationById: SYSTEM_THEME,
  getPublishedContentSite: SYSTEM_THEME,
  listTranslations: TITLED,
  createTranslation: TITLED,
  getTranslation: TITLED,
  updateTranslation: TITLED,
  listIntegrationEvents: 'shows tasks too, which the description has no event for',
}

/** Operations that both have and no scenario reaches. */
const OUT_OF_REACH: Record<string, string> = {}

const TOKEN = 'acceptance-admin-token'
let folder: string
let server: Server
let git: GitServer
let api: ReturnType<typeof apiOf>
const checked = new Set<string>()
const differing = new Set<string>()

beforeAll(async () => {
  folder = await makeFolder()
  git = await openGitServer()
  const env = {
    ...(await newDatabase()).env,
    QUIRE_ADMIN_TOKEN: TOKEN,
    QUIRE_RATE_LIMIT: 'off',
    // For the Git server, which is on this machine.
    QUIRE_ALLOW_PRIVATE_NETWORK: 'on',
    // Nobody answers there, which is found out in the background.
    QUIRE_TRANSLATION_PROVIDER_URL: 'http://127.0.0.1:1/units',
  }
  server = await startServer({ folder, env })
  api = apiOf(server.url, TOKEN)
})

afterAll(async () => {
  server.signal('SIGTERM')
  await server.ended
  await git.close()
  await removeFolder(folder)
})

/** Asks, and holds status, headers and body against the description; returns the body. */
async function check(method: string, path: string, body?: unknown, as = api) {
  const answer = await as(method, path, body)
  const asked = `${method} ${path}`
  expect(answer.status, `${asked}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  compare(operationOf(method, path), asked, answer)
  return answer.body
}

/** The same for a request that must fail. */
async function refuse(status: number, method: string, path: string, body?: unknown) {
  const answer = await api(method, path, body)
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status)
  compare(operationOf(method, path), `${method} ${path}`, answer)
}

/** What is there goes with 205, what is not with 204. */
async function deleteTwice(path: string) {
  for (const status of [205, 204]) {
    const answer = await api('DELETE', path)
    expect(answer.status, `DELETE ${path}`).toBe(status)
    compare(operationOf('DELETE', path), `DELETE ${path}`, answer)
  }
}

type Answer = Awaited<ReturnType<typeof api>>

function compare(operation: Operation, asked: string, answer: Answer) {
  const { operationId } = operation
  checked.add(operationId)
  const differences = differencesOf(operation, answer)
  if (differences.length > 0) differing.add(operationId)
  if (!(operationId in KNOWN_DIFFERENCES)) expect.soft(differences, `${operationId}, ${asked}`).toEqual([])
}

async function newOrganization(title: string, more = {}) {
  const { body } = await api('POST', '/v1/orgs', { title, ...more })
  return { id: body.id as string, url: `/v1/orgs/${body.id}` }
}

async function newSpace(organization: { url: string }, title = 'Guide') {
  const { body } = await api('POST', `${organization.url}/spaces`, { title })
  return `/v1/spaces/${body.id}`
}

/** Somebody of the organization, with a token of their own. */
async function newMember(organization: { url: string }, email: string, role: string) {
  const { body: invited } = await api('POST', `${organization.url}/invites`, { emails: [email], role })
  const [id] = invited.users
  const { body: key } = await api('POST', `/v1/users/${id}/tokens`, { label: 'Wire' })
  return { id: id as string, api: apiOf(server.url, key.token) }
}

/** Edits, which the public description does not know; answers what came of it. */
async function write(at: string, ...changes: object[]) {
  const { status, body } = await api('POST', `${at}/content?compat=false`, { changes })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const page = (title: string, markdown: string, more = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

/** Made by the server in a thread of its own, and served when it is there. */
async function openPdf({ url }: { url: string }) {
  const answer = await fetch(url)
  expect(answer.status, await answer.clone().text()).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 7)).toBe('%PDF-1.')
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const IMAGE = {
  operation: 'insert_files',
  files: [{ name: 'pixel.png', base64: PIXEL, contentType: 'image/png' }],
}

const VISITORS = {
  type: 'object',
  properties: {
    isBeta: { type: 'boolean', description: 'Reads what is not out yet' },
    plan: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for' },
  },
  additionalProperties: false,
}

describe('answers have the shape the public description promises', () => {
  it('for organizations, members, teams, invites and users', async () => {
    const made = await newOrganization('Wire', { emailDomains: ['wire.example'] })
    const org = made.url
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
    await check('DELETE', `${org}/teams/${team.id}/members/${me.id}`)
    const link = await check('POST', `${org}/link-invites`, { role: 'read' })
    const space = await newSpace(made)
    const collection = await check('POST', `${org}/collections`, { title: 'Folder' })
    await check('POST', `${org}/link-invites`, { level: 'edit', space: space.split('/').at(-1) })
    await check('POST', `${org}/link-invites`, { level: null, collection: collection.id })
    await check('GET', `${org}/link-invites`)
    await check('GET', `${org}/link-invites/${link.id}`)
    await check('PATCH', `${org}/link-invites/${link.id}`, { role: 'edit' })
    await check('POST', `${org}/invites/${link.id}`)
    await check('DELETE', `${org}/link-invites/${link.id}`)
    await check('DELETE', `${org}/teams/${team.id}`)
    await check('DELETE', `${org}/members/${users[0]}`)
    const { body: stranger } = await api('POST', '/v1/users', { email: 'b@wire.example' })
    const { body: key } = await api('POST', `/v1/users/${stranger.id}/tokens`, { label: 'Wire' })
    await check('POST', `${org}/join`, undefined, apiOf(server.url, key.token))
    await refuse(404, 'GET', '/v1/orgs/nowhere')
    await refuse(404, 'GET', '/v1/users/nobody')
    await refuse(400, 'PATCH', org, { title: 'x' })
  })

  it('for collections', async () => {
    const organization = await newOrganization('Collections')
    const elsewhere = await newOrganization('Elsewhere')
    const list = `${organization.url}/collections`
    const outer = await check('POST', list, { title: 'Outer' })
    const inner = await check('POST', list, { title: 'Inner', parent: outer.id })
    const other = await check('POST', list, {})
    await check('GET', list)
    await check('GET', `${list}?nested=false&limit=1`)
    await check('GET', `/v1/collections/${inner.id}`)
    await check('PATCH', `/v1/collections/${inner.id}`, {
      title: 'Inside',
      description: 'What is inside',
      defaultLevel: 'comment',
    })
    await check('PATCH', `/v1/collections/${inner.id}`, { defaultLevel: 'inherit' })
    await check('PATCH', `/v1/collections/${inner.id}`, { defaultLevel: null })
    await check('POST', `/v1/collections/${inner.id}/move`, { parent: null })
    const position = { before: { type: 'collection', collection: outer.id } }
    await check('POST', `/v1/collections/${other.id}/move`, { position })
    await refuse(409, 'POST', `/v1/collections/${other.id}/move`, { position })
    await refuse(400, 'POST', `/v1/collections/${other.id}/move`, {
      position: { after: { type: 'collection', collection: 'nowhere' } },
    })
    await check('POST', `${organization.url}/spaces`, { title: 'Inside', parent: inner.id })
    await check('GET', `/v1/collections/${inner.id}/spaces`)
    await check('POST', `/v1/collections/${inner.id}/transfer`, { organization: elsewhere.id })
    await refuse(409, 'POST', `/v1/collections/${inner.id}/transfer`, { organization: elsewhere.id })
    await refuse(404, 'POST', '/v1/collections/nowhere/transfer', { organization: elsewhere.id })
    await deleteTwice(`/v1/collections/${outer.id}`)
  })

  it('for spaces', async () => {
    const organization = await newOrganization('Spaces')
    const elsewhere = await newOrganization('Elsewhere')
    const collection = await check('POST', `${organization.url}/collections`, { title: 'Folder' })
    const plain = await check('POST', `${organization.url}/spaces`, {})
    const made = await check('POST', `${organization.url}/spaces`, {
      title: 'Guide',
      emoji: '1f389',
      parent: collection.id,
      language: 'fr',
      editMode: 'live',
    })
    const space = `/v1/spaces/${made.id}`
    await write(space, IMAGE, page('Home', RICH_MARKDOWN))
    await check('GET', `${organization.url}/spaces`)
    await check('GET', `/v1/collections/${collection.id}/spaces?limit=1`)
    await check('GET', space)
    await check('GET', `${space}?shareKey=key`)
    await check('PATCH', space, {
      title: 'Handbook',
      emoji: '📘',
      language: 'en',
      editMode: 'locked',
      defaultLevel: 'edit',
      mergeRules: { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] },
    })
    for (const type of ['none', 'inherit']) await check('PATCH', space, { mergeRules: { type } })
    for (const defaultLevel of ['inherit', null]) await check('PATCH', space, { defaultLevel })
    const me = await check('GET', '/v1/user')
    await check('GET', `${organization.url}/members/${me.id}/spaces?order=asc`)
    await check('POST', `${space}/duplicate`)
    await check('POST', `${space}/move`, { parent: null })
    const position = { before: { type: 'space', space: plain.id } }
    await check('POST', `${space}/move`, { position })
    await refuse(409, 'POST', `${space}/move`, { position })
    await refuse(400, 'POST', `${space}/move`, { position: { after: { type: 'space', space: 'nowhere' } } })
    await check('POST', `${space}/transfer`, { organization: elsewhere.id })
    await refuse(409, 'POST', `${space}/transfer`, { organization: elsewhere.id })
    await deleteTwice(space)
    await check('POST', `${space}/restore`)
  })

  it('for permissions on spaces and collections', async () => {
    const organization = await newOrganization('Permissions')
    const member = await newMember(organization, 'member@wire.example', 'read')
    const { body: team } = await api('PUT', `${organization.url}/teams`, {
      title: 'Team',
      members: [member.id],
    })
    const { body: collection } = await api('POST', `${organization.url}/collections`, { title: 'Folder' })
    for (const at of [await newSpace(organization), `/v1/collections/${collection.id}`]) {
      await check('POST', `${at}/permissions`, { role: 'edit', users: [member.id] })
      await check('POST', `${at}/permissions`, { role: 'review', teams: [team.id] })
      await check('GET', `${at}/permissions/users`)
      await check('GET', `${at}/permissions/teams`)
      await check('GET', `${at}/permissions/aggregate`)
      await check('GET', `${at}/permissions/aggregate?role=edit`)
      await check('PATCH', `${at}/permissions/users/${member.id}`, { role: 'admin' })
      await check('PATCH', `${at}/permissions/teams/${team.id}`, { role: 'create' })
      for (const grant of [`users/${member.id}`, `teams/${team.id}`])
        await deleteTwice(`${at}/permissions/${grant}`)
      await refuse(404, 'PATCH', `${at}/permissions/users/nobody`, { role: 'read' })
      await refuse(404, 'PATCH', `${at}/permissions/teams/nobody`, { role: 'read' })
    }
  })

  it('for content of a space, a revision and a change request', async () => {
    const space = await newSpace(await newOrganization('Content'))
    const { insertedFiles } = await write(space, IMAGE)
    const { changes } = await write(
      space,
      page('Home', RICH_MARKDOWN, { emoji: '1f389', description: 'All blocks' }),
      page('Part', '', { type: 'group', document: undefined }),
      page('Status', '', { type: 'link', url: 'https://status.example', document: undefined }),
      page('Hidden', 'Quiet.', { hidden: true, noIndex: true, noRobotsIndex: true, icon: 'lock' }),
    )
    const [home, part, status, hidden] = changes.map((change: { page: { id: string } }) => change.page.id)
    await write(space, page('Below', 'Below.', { into: part }), page('Under', 'Under.', { into: home }))
    const { body: request } = await api('POST', `${space}/change-requests`, { subject: 'Edit' })
    const proposal = `${space}/change-requests/${request.number}`
    await write(proposal, page('Proposed', RICH_MARKDOWN))
    const { revision } = await check('GET', space)
    for (const at of [`${space}/content`, `${space}/revisions/${revision}`, `${proposal}/content`]) {
      for (const query of ['', '?metadata=false', '?computed=false']) {
        await check('GET', `${at}${query}`)
        await check('GET', `${at}/pages${query}`)
        await check('GET', `${at}/files${query}`)
        await check('GET', `${at}/files/${insertedFiles[0].id}${query}`)
      }
      await check('GET', `${at}/files?limit=1`)
      for (const id of [home, part, status, hidden]) {
        await check('GET', `${at}/page/${id}`)
        await check('GET', `${at}/page/${id}?format=markdown`)
        await check('GET', `${at}/page/${id}?format=document&evaluated=true&metadata=false`)
      }
      for (const path of ['home', 'part', 'home%2Funder', 'part%2Fbelow']) {
        await check('GET', `${at}/path/${path}`)
        await check('GET', `${at}/path/${path}?format=document&evaluated=deterministic-only`)
        await check('GET', `${at}/path/${path}?format=markdown&computed=false`)
      }
    }
    const { documentId } = await check('GET', `${space}/content/page/${home}`)
    await check('GET', `${space}/documents/${documentId}`)
    for (const schema of ['current', 'next'])
      await check('GET', `${space}/documents/${documentId}?schema=${schema}`)
    const asDocument = `${space}/revisions/${revision}/page/${home}/document`
    const document = await check('GET', asDocument)
    // The whole tree stands behind the check above: an unread page would pass it too.
    const types = new Set(document.nodes.map(({ type }: { type: string }) => type))
    expect([...types]).toEqual(expect.arrayContaining(['heading-1', 'table', 'tabs', 'stepper', 'images']))
    await check('GET', `${asDocument}?evaluated=deterministic-only`)
  })

  it('imports', async () => {
    const organization = await newOrganization('Elsewhere')
    const space = await newSpace(organization)
    const { changes } = await write(space, page('Empty', ''), page('Full', ''))
    const [empty, full] = changes.map((change: { page: { id: string } }) => change.page.id)
    const { body: request } = await api('POST', `${space}/change-requests`, { subject: 'Import' })
    const proposal = `${space}/change-requests/${request.number}`
    const html =
      '<!doctype html><h1>Notes</h1><p>Some <b>notes</b> and <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>'
    const { body: upload } = await api('POST', `${organization.url}/storage/upload`, {
      file: { name: 'notes.html', type: 'text/html', size: html.length },
      kind: 'import_file',
    })
    await fetch(upload.url, { method: 'PUT', headers: { 'content-type': 'text/html' }, body: html })
    const wanted = { url: upload.url, source: 'html' }
    for (const at of [space, proposal]) {
      for (const place of ['', `/page/${empty}`, `/page/${full}`]) {
        const made = await check('POST', `${at}/content${place}/import`, wanted)
        expect(made).toMatchObject({ importedResources: 2, totalResources: 2 })
      }
      const { body: filled } = await api('GET', `${at}/content/page/${empty}?format=markdown`)
      expect(filled.markdown).toMatch(/^Some \*\*notes\*\* and !\[\]\(\.gitbook\/assets\/image/)
    }
    const wrong = await api('POST', `${space}/content/import`, { ...wanted, source: 'docx' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error.message).toContain('it is an HTML page')
  })

  it('for change requests, from draft to merge', async () => {
    const organization = await newOrganization('Requests')
    const reviewer = await newMember(organization, 'reviewer@wire.example', 'review')
    const space = await newSpace(organization)
    const { changes } = await write(
      space,
      page('Home', 'One.\n\nTwo.'),
      page('Gone', 'Soon.'),
      page('Last', 'x'),
    )
    const [home, gone, last] = changes.map((change: { page: { id: string } }) => change.page.id)
    const requests = `${space}/change-requests`
    const made = await check('POST', requests, { subject: 'Edit' })
    await check('POST', requests, {})
    const request = `${requests}/${made.id}`
    const { insertedFiles } = await write(request, IMAGE)
    await write(
      request,
      { operation: 'update_page', page: home, title: 'Start', document: { markdown: 'One!\n\nTwo.' } },
      { operation: 'delete_page', page: gone },
      { operation: 'update_page', page: last, at: 0 },
      page('New', `![](${insertedFiles[0].name})`),
    )
    await check('GET', request)
    await check('GET', `${requests}/${made.number}`)
    await refuse(404, 'GET', `${requests}/999`)
    const description = { object: 'document', data: {}, nodes: [] }
    await check('PATCH', request, { subject: 'An edit', status: 'open', description })
    await check('GET', `${request}/changes`)
    await check('GET', `${request}/changes?limit=1`)
    const me = await check('GET', '/v1/user')
    for (const status of ['draft', 'open', 'archived', 'merged']) {
      await check('GET', `${requests}?status=${status}`)
      await check('GET', `${organization.url}/change-requests?status=${status}&limit=1`)
    }
    await check('GET', `${requests}?creator=${me.id}&contributor=${me.id}`)
    await check('GET', `${organization.url}/change-requests?creator=${me.id}&contributor=${me.id}`)

    await check('POST', `${request}/requested-reviewers`, {
      users: [reviewer.id],
      subject: 'Please look',
      description,
    })
    await check('GET', `${request}/requested-reviewers`)
    await check('POST', `${request}/reviews`, { status: 'changes-requested' }, reviewer.api)
    await check(
      'POST',
      `${request}/reviews`,
      { status: 'approved', comment: { markdown: 'Fine, **now**.' } },
      reviewer.api,
    )
    await check('GET', `${request}/reviews`)
    await check('GET', `${request}/reviews?format=markdown&limit=1`)
    await check('GET', `${request}/contributors`)
    await openPdf(await check('GET', `${request}/pdf`))
    await openPdf(await check('GET', `${space}/pdf?page=${home}&only=true`))
    await check('GET', `${request}/comments`)
    await check('DELETE', `${request}/requested-reviewers/${me.id}`)
    const second = await check('POST', requests, { subject: 'Second' })
    await check('POST', `${requests}/${second.id}/requested-reviewers`, { users: [reviewer.id] })
    await check('DELETE', `${requests}/${second.id}/requested-reviewers/${reviewer.id}`)

    await write(space, page('Meanwhile', 'Here.'))
    expect(await check('GET', request)).toMatchObject({ outdated: true })
    expect(await check('POST', `${request}/update`)).toMatchObject({ result: 'update' })
    const merged = await check('POST', `${request}/merge`)
    expect(merged.result).toBe('merge')
    await check('GET', request)
    await check('GET', `${space}/revisions/${merged.revision}`)
    expect(await check('GET', `${space}/revisions/${merged.revision}/changes`)).toHaveProperty('mergedFrom')
    await check('GET', `${space}/revisions/${merged.revision}/changes?limit=1&metadata=false`)
    await refuse(404, 'GET', `${requests}/999/reviews`)
    await refuse(404, 'GET', `${requests}/999/contributors`)
    await refuse(404, 'GET', `${requests}/999/changes`)
  })

  it('for change requests that conflict', async () => {
    const space = await newSpace(await newOrganization('Conflicts'))
    const { changes } = await write(space, page('Home', 'One.'), page('Other', 'One.'))
    const [home, other] = changes.map((change: { page: { id: string } }) => change.page.id)
    const edit = (id: string, markdown: string) => ({
      operation: 'update_page',
      page: id,
      document: { markdown },
    })
    const { body: one } = await api('POST', `${space}/change-requests`, { subject: 'One' })
    const { body: two } = await api('POST', `${space}/change-requests`, { subject: 'Two' })
    await write(`${space}/change-requests/${one.id}`, edit(home, 'Mine.'))
    await write(`${space}/change-requests/${two.id}`, edit(other, 'Mine.'))
    await write(space, edit(home, 'Yours.'), edit(other, 'Yours.'))
    expect(await check('POST', `${space}/change-requests/${one.id}/update`)).toMatchObject({
      result: 'conflicts',
    })
    expect(await check('POST', `${space}/change-requests/${two.id}/merge`)).toMatchObject({
      result: 'conflicts',
    })
    for (const { id } of [one, two]) {
      const at = `${space}/change-requests/${id}`
      const { revision } = await check('GET', at)
      await check('GET', `${at}/content`)
      await check('GET', `${at}/content/page/${home}?format=document`)
      await check('GET', `${at}/content/page/${other}?format=document`)
      await check('GET', `${at}/changes`)
      await check('GET', `${space}/revisions/${revision}`)
    }
  })

  it('for comments, replies and reactions on spaces and change requests', async () => {
    const organization = await newOrganization('Comments')
    const reader = await newMember(organization, 'talker@wire.example', 'comment')
    const space = await newSpace(organization)
    const { changes } = await write(
      space,
      page('Home', 'One.\n\n| A | B |\n| - | - |\n| 1 | 2 |', { emoji: '1f389' }),
    )
    const home = changes[0].page.id
    const { document } = await check('GET', `${space}/content/page/${home}?format=document`)
    const [first, table] = document.nodes
    const { body: request } = await api('POST', `${space}/change-requests`, { subject: 'Edit' })
    for (const at of [space, `${space}/change-requests/${request.number}`]) {
      const list = `${at}/comments`
      const plain = await check('POST', list, { body: { markdown: 'About **all**.' } })
      const pinned = await check('POST', list, {
        page: home,
        node: first.key,
        body: { document },
      })
      const [record] = Object.keys(table.data.records)
      const [definition] = Object.keys(table.data.definition)
      const cell = await check('POST', list, {
        page: home,
        node: table.key,
        tableCell: { record, definition },
        body: { markdown: 'This cell.' },
      })
      const theirs = await check('POST', list, { page: home, body: { markdown: 'Mine.' } }, reader.api)
      for (const { id } of [plain, pinned, cell, theirs]) {
        await check('GET', `${list}/${id}`)
        await check('GET', `${list}/${id}?format=markdown`)
        await check('GET', `${list}/${id}?format=document`)
      }
      await check('PUT', `${list}/${plain.id}`, {
        body: { markdown: 'About all.' },
        addedReactions: ['1f389', '👍'],
      })
      await check('PUT', `${list}/${plain.id}`, { addedReactions: ['1f389'] }, reader.api)
      await check('PUT', `${list}/${plain.id}`, { removedReactions: ['👍'], resolved: true })
      await check('GET', `${list}?status=resolved`)
      await check('PUT', `${list}/${plain.id}`, { resolved: false })

      const replies = `${list}/${plain.id}/replies`
      const reply = await check('POST', replies, { body: { markdown: 'Yes.' } }, reader.api)
      await check('POST', `${replies}?format=document`, { body: { markdown: 'No.' } })
      await check('GET', replies)
      await check('GET', `${replies}?format=document&limit=1`)
      await check('GET', `${replies}/${reply.id}`)
      await check('GET', `${replies}/${reply.id}?format=markdown`)
      await check(
        'PUT',
        `${replies}/${reply.id}`,
        { body: { markdown: 'Yes!' }, addedReactions: ['1f389'] },
        reader.api,
      )
      await check('PUT', `${replies}/${reply.id}`, { addedReactions: ['2705'], removedReactions: ['1f389'] })
      await check('GET', list)
      await check('GET', `${list}?status=open&order=asc&format=document&limit=1`)
      await check('GET', `${list}?targetPage=${home}&authors=${reader.id}&format=markdown`)
      await check('GET', `${at}/commenters`)
      await check('GET', `${at}/commenters?limit=1`)
      for (const gone of [`${replies}/${reply.id}`, `${list}/${plain.id}`]) await deleteTwice(gone)
    }
    await check('GET', space)
    await check('GET', `${space}/change-requests/${request.number}/contributors`)
  })

  it('for links and backlinks', async () => {
    const organization = await newOrganization('Links')
    const space = await newSpace(organization)
    const other = await newSpace(organization, 'Other')
    const { insertedFiles } = await write(space, IMAGE)
    const { changes } = await write(
      space,
      page('Home', 'To [b](b.md), [part](b.md#part), [lost](lost.md), ![pixel](pixel.png), [self](#top).'),
      page('B', `## Part\n\nTo [home](home.md), [web](https://example.org) and [app](${server.url}/docs).`),
    )
    await write(other, page('Far', 'Far away.'))
    const [home, b] = changes.map((change: { page: { id: string } }) => change.page.id)
    const { urls } = await check('GET', other)
    await write(space, page('Out', `To [other](${urls.app}).`))
    const { body: request } = await api('POST', `${space}/change-requests`, { subject: 'Edit' })
    const proposal = `${space}/change-requests/${request.number}`
    await write(proposal, page('More', 'To [home](home.md), [gone](gone.md) and ![pixel](pixel.png).'))
    for (const at of [space, proposal]) {
      const links = await check('GET', `${at}/links`)
      expect(links.stats.total).toBeGreaterThan(6)
      for (const status of ['ok', 'broken', 'in-app'])
        await check('GET', `${at}/links?status=${status}&limit=1`)
      for (const id of [home, b]) {
        await check('GET', `${at}/content/page/${id}/links`)
        const back = await check('GET', `${at}/content/page/${id}/backlinks`)
        expect(back.items).not.toEqual([])
      }
      const back = await check('GET', `${at}/content/files/${insertedFiles[0].id}/backlinks`)
      expect(back.items).not.toEqual([])
    }
    await check('GET', `${proposal}/links?status=broken&brokenContext=change-request`)
    await refuse(404, 'GET', '/v1/spaces/nowhere/links')
    await refuse(404, 'GET', `${space}/change-requests/999/links`)
  })

  it('for Git, and the reusable contents that come with it', async () => {
    const organization = await newOrganization('Git')
    const space = await newSpace(organization)
    await git.createRepository('docs')
    await git.commitFiles('docs', 'main', {
      'README.md': '# Home\n\n{% include "./.gitbook/includes/note.md" %}\n',
      '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind the gap.\n',
      '.gitbook/assets/pixel.png': Buffer.from(PIXEL, 'base64'),
    })
    const gitInfo = { provider: 'github', url: 'https://git.example/team/docs' }
    const remote = { url: git.urlWithCredentials('docs'), ref: 'refs/heads/main', gitInfo }
    await refuse(404, 'GET', `${space}/git/info`)
    const synced = () =>
      until(async () => {
        const { items } = (await api('GET', `${space}/git/operations`)).body
        return items[0].state === 'success' && items[0]
      })
    await check('POST', `${space}/git/import`, remote)
    const { revision } = await synced()
    await check('POST', `${space}/git/export`, { ...remote, commitMessage: 'Nothing', force: true })
    await synced()
    await check('GET', `${space}/git/info`)
    await check('GET', space)
    const content = await check('GET', `${space}/content`)
    const [{ id }] = content.reusableContents
    const request = await check('POST', `${space}/change-requests`, {})
    const proposal = `${space}/change-requests/${request.id}`
    for (const at of [`${space}/content`, `${space}/revisions/${revision}`, `${proposal}/content`])
      await check('GET', `${at}/reusable-contents/${id}`)
    await check('GET', `${space}/revisions/${revision}/reusable-contents/${id}/document`)
  })

  it('for storage', async () => {
    const organization = await newOrganization('Storage')
    for (const kind of ['import_file', 'customization_font'])
      await check('POST', `${organization.url}/storage/upload`, {
        file: { name: 'a.woff2', type: 'font/woff2', size: 4 },
        kind,
      })
    await refuse(400, 'POST', `${organization.url}/storage/upload`, { kind: 'import_file' })
  })

  it('for sites, their structure, and what readers of them get', async () => {
    const organization = await newOrganization('Sites')
    const spaces = []
    for (const title of ['Guide', 'Reference', 'Blog', 'Notes'])
      spaces.push(await newSpace(organization, title))
    const [guide = '', reference = '', blog = '', notes = ''] = spaces
    const idOf = (url: string) => url.split('/').at(-1)
    await write(guide, page('Home', 'Openword.\n'), page('Next', 'More.\n'))
    const sites = `${organization.url}/sites`
    const made = await check('POST', sites, { title: 'Wire docs', spaces: [idOf(guide)] })
    await check('GET', sites)
    await check('GET', `${sites}?published=false&title=wire&space=${idOf(guide)}`)
    const site = `${sites}/${made.id}`
    await check('GET', site)
    await refuse(404, 'GET', `${sites}/none`)
    await check('PATCH', site, {
      title: 'Wire',
      adaptiveContent: { enabled: true },
      proxy: 'example.org/docs',
    })
    await check('PATCH', site, { proxy: null, agentsContext: 'excluded' })
    await check('PATCH', site, { hostname: 'docs.wire.invalid' })
    await check('GET', '/v1/custom-hostnames/docs.wire.invalid')
    await check('PATCH', '/v1/custom-hostnames/docs.wire.invalid')
    await check('GET', '/v1/custom-hostnames/docs.wire.invalid')
    await deleteTwice('/v1/custom-hostnames/docs.wire.invalid')
    await check('PATCH', organization.url, { hostname: 'wire-sites' })
    await check('GET', '/v1/subdomains/wire-sites')
    await check('GET', `${site}/structure`)
    await check('GET', `${site}/site-spaces`)

    const section = await check('POST', `${site}/sections`, { spaceId: idOf(reference), title: 'API' })
    await check('GET', `${site}/sections`)
    await check('PATCH', `${site}/sections/${section.id}`, {
      path: 'api',
      icon: 'book',
      description: 'All of it',
      condition: 'visitor.claims.isBeta',
    })
    const second = await check('POST', `${site}/site-spaces`, { spaceId: idOf(blog), sectionId: section.id })
    await check('PATCH', `${site}/site-spaces/${second.id}`, { path: 'news', condition: 'visitor.claims.a' })
    const group = await check('POST', `${site}/section-groups`, { title: 'More', icon: 'box' })
    const inGroup = `${site}/section-groups/${group.id}`
    await check('PATCH', inGroup, { title: 'Much more', icon: null })
    await check('POST', `${inGroup}/sections`, { sectionId: section.id })
    await check('GET', `${site}/section-groups`)
    await check('GET', `${site}/structure`)
    const [first] = (await check('GET', `${site}/structure`)).structure
    const before = { type: 'site-section', id: first.id }
    await check('PATCH', `${site}/structure/sort`, {
      item: { type: 'site-section-group', id: group.id },
      position: { before },
    })
    await refuse(400, 'PATCH', `${site}/structure/sort`, {
      item: { type: 'site-section', id: section.id },
      position: { before: { type: 'site-section', id: 'none' } },
    })
    await check('POST', `${site}/site-spaces/${second.id}/move`)
    await check('POST', `${site}/sections/${section.id}/move`)
    await check('POST', `${inGroup}/move`, { position: { after: before } })
    await check('GET', `${site}/permissions/aggregate`)

    await check('GET', `${site}/publishing/auth`)
    await check('PATCH', `${site}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://example.org/login',
    })
    await check('POST', `${site}/publishing/auth/regenerate`)
    const claims = encodeURIComponent(JSON.stringify({ isBeta: true }))
    await check('GET', `${site}/publishing/preview?siteSpace=${second.id}&claims=${claims}`)
    await check('GET', `${site}/publishing/preview?claims=(isBeta:!t)`)
    await refuse(400, 'GET', `${site}/publishing/preview?siteSpace=none`)
    await check('GET', `${site}/integrations?search=a`)
    await check('GET', `${site}/integration-scripts`)
    await check('PUT', `${site}/adaptive-schema`, { jsonSchema: VISITORS })
    await check('GET', `${site}/adaptive-schema`)
    await check('GET', `${site}/adaptive-schema/template-conditions`)
    const link = await check('POST', `${site}/share-links`, { name: 'Partners' })
    await check('GET', `${site}/share-links`)
    await check('PATCH', `${site}/share-links/${link.id}`, { active: false })

    const settings = await check('GET', `${site}/customization`)
    await check('PUT', `${site}/customization`, {
      ...settings,
      footer: { ...settings.footer, copyright: 'Us' },
    })
    const look = `${site}/site-spaces/${second.id}/customization`
    await check('PATCH', look, { title: 'News', themes: { default: 'dark', toggeable: null } })
    await check('GET', look)
    await deleteTwice(look)
    await refuse(412, 'PUT', `${organization.url}/fonts`, {
      fontFamily: 'Letters',
      fontFaces: [{ weight: 400, storageKey: 'none' }],
    })
    const bytes = fontFile()
    const { url, key } = await check('POST', `${organization.url}/storage/upload`, {
      file: { name: 'a.woff2', type: 'font/woff2', size: bytes.length },
      kind: 'customization_font',
    })
    await fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'font/woff2' } })
    const fontFaces = [{ weight: 400, storageKey: key }]
    const font = await check('PUT', `${organization.url}/fonts`, { fontFamily: 'Letters', fontFaces })
    await check('GET', `${organization.url}/fonts`)
    await check('GET', `${organization.url}/fonts/${font.id}`)
    await check('POST', `${organization.url}/fonts/${font.id}`, { fontFamily: 'Signs' })
    await deleteTwice(`${organization.url}/fonts/${font.id}`)

    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} })
    const specs = `${organization.url}/openapi`
    await check('POST', specs, { slug: 'pets', source: { text } })
    await refuse(400, 'POST', specs, { slug: 'Not a slug', source: { text } })
    const spec = `${specs}/pets`
    await check('PUT', spec, { source: { text } })
    await until(async () => (await api('GET', spec)).body.processingState === 'complete')
    const { lastVersion } = await check('GET', spec)
    await check('GET', specs)
    await check('GET', `${spec}/versions`)
    for (const version of ['latest', lastVersion]) {
      await check('GET', `${spec}/versions/${version}`)
      await check('GET', `${spec}/versions/${version}/content`)
    }
    await check('PUT', spec, { source: { url: 'http://127.0.0.1:9/openapi.json' } })
    await until(async () => (await api('GET', spec)).body.lastProcessErrorCode === 'FETCH_ERROR')
    await check('PATCH', spec, { visibility: 'public' })
    await refuse(404, 'GET', `${specs}/none`)
    await deleteTwice(spec)
    const translations = `${organization.url}/translations`
    const source = { space: idOf(blog), language: 'en' }
    const german = await check('POST', translations, { source, language: 'de' })
    await check('GET', translations)
    await check('GET', `${translations}/${german.id}`)
    await check('PUT', `${translations}/${german.id}`, { instructions: { object: 'document' } })
    await check('POST', `${translations}/${german.id}/run`)
    await deleteTwice(`${translations}/${german.id}`)
    const glossary = `${organization.url}/translations-glossary`
    const insert = { type: 'insert', translations: { en: 'page', de: 'Seite' } }
    await check('PUT', glossary, { operations: [insert] })
    const [entry] = (await check('GET', glossary)).items
    await check('GET', `${glossary}/${entry.id}`)

    const destination = { kind: 'site-section', siteSectionId: first.id }
    const redirect = await check('POST', `${site}/redirects`, { source: '/old', destination })
    await check('GET', `${site}/redirects?search=old`)
    await check('PATCH', `${site}/redirects/${redirect.id}`, { source: '/older' })

    const { urls } = await check('POST', `${site}/publish`)
    await check('GET', `${site}/published`)
    const lookup = { url: `${urls.published}next`, visitor: { unsignedClaims: { a: 1 } } }
    const found = await check('POST', '/v1/urls/published', lookup)
    const visitor = apiOf(server.url, found.apiToken)
    await check('GET', `/v1/urls/published?url=${encodeURIComponent(urls.published)}`)
    await refuse(404, 'POST', '/v1/urls/published', { url: 'https://nowhere.example/' })
    await check('GET', `${site}/published`, undefined, visitor)
    const space = await check('GET', guide, undefined, visitor)
    await check('GET', `${guide}/revisions/${space.revision}?metadata=true`, undefined, visitor)
    const { pages } = await check('GET', `${guide}/content/pages`, undefined, visitor)
    await check(
      'GET',
      `${guide}/revisions/${space.revision}/page/${pages[0].id}/document?evaluated=deterministic-only`,
      undefined,
      visitor,
    )
    await check('GET', `${site}/redirect?source=/older`, undefined, visitor)
    await check('POST', `${site}/search`, { query: 'openword', scope: { mode: 'all' } }, visitor)
    const event = {
      type: 'page_view',
      session: {
        visitorId: 'v',
        sessionId: 's',
        cookies: {},
        userAgent: 'Mozilla/5.0',
        language: 'en',
        referrer: null,
      },
      location: {
        url: urls.published,
        siteSection: null,
        siteSpace: null,
        siteShareKey: null,
        space: idOf(guide),
        revision: null,
        page: pages[0].id,
      },
    }
    await check('POST', `${site}/insights/events`, { events: [event] }, visitor)
    for (const column of [
      'datetime',
      'eventType',
      'page',
      'visitorOS',
      'visitorBot',
      'siteSpace',
      'referrerDomain',
    ])
      await check('POST', `${site}/insights/events/aggregate`, {
        groupBy: [{ column }],
        select: [{ column }, { column: 'eventsCount' }, { column: 'visitorsCount' }],
        range: 'last7Days',
      })
    await check('GET', `${site}/insights/visitor-segments`)
    const video = encodeURIComponent('https://vimeo.com/76979871')
    await check('GET', `/v1/urls/embed?url=${video}`)
    await check('GET', `${guide}/embed?url=${video}`, undefined, visitor)
    await check('GET', `/v1/urls/embed?url=${encodeURIComponent(`${server.url}/docs`)}`)
    await check('GET', `/v1/urls/content?url=${encodeURIComponent(space.urls.app)}/home`)
    await check('POST', `${site}/unpublish`)

    await deleteTwice(`${site}/redirects/${redirect.id}`)
    await deleteTwice(`${site}/share-links/${link.id}`)
    await deleteTwice(`${inGroup}/sections/${section.id}`)
    await deleteTwice(inGroup)
    await check('POST', `${site}/site-spaces`, { spaceId: idOf(notes) })
    await deleteTwice(`${site}/site-spaces/${second.id}`)
    await deleteTwice(`${site}/sections/${section.id}`)
    await deleteTwice(site)
  })

  it('for search', async () => {
    const organization = await newOrganization('Search')
    const space = await newSpace(organization)
    await write(
      space,
      page('Marmot', 'A marmot whistles.\n\n## Burrow\n\nA marmot sleeps in it.'),
      page('Whistle', 'Heard of a marmot.'),
    )
    const found = await until(async () => {
      const list = await check('GET', `${space}/search?query=marmot`)
      return list.items.length === 2 && list
    })
    expect(found.items[0]).toMatchObject({ title: 'Marmot', path: 'marmot' })
    await check('GET', `${space}/search?query=marmot&limit=1`)
    await check('GET', `${space}/search?query=nothing`)
    const spaces = await check('GET', `${organization.url}/search?query=marmot`)
    expect(spaces.items).toMatchObject([{ title: 'Guide' }])
  })

  it('for integrations, where they are installed, and what their scripts are told', async () => {
    const organization = await newOrganization('Integrations')
    const space = await newSpace(organization)
    const spaceId = space.split('/').at(-1)
    await write(space, page('Home', 'Words.\n'))
    const site = await check('POST', `${organization.url}/sites`, { title: 'Docs', spaces: [spaceId] })
    const integration = '/v1/integrations/wire-recorder'
    await check('POST', integration, {
      title: 'Recorder',
      description: 'Writes down what it is told.',
      summary: 'For the wire.',
      icon: PIXEL,
      previewImages: [PIXEL],
      visibility: 'public',
      runtime: 'v2',
      scopes: [...SCOPES, 'site:metadata:read'],
      categories: ['analytics'],
      blocks: [{ id: 'chart', title: 'Chart', urlUnfurl: ['https://charts.example.org/'] }],
      contentSources: [{ id: 'files', title: 'Files', configuration: { componentId: 'files' } }],
      externalLinks: [{ label: 'Help', url: 'https://help.example.org' }],
      configurations: {
        account: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] },
      },
      secrets: { password: 'hidden' },
      script: RECORDER,
      organization: organization.id,
    })
    await check('GET', integration)
    await check('GET', '/v1/integrations?search=recorder&blocks=true')
    await check('GET', `${organization.url}/integrations?category=analytics`)
    await refuse(404, 'GET', '/v1/integrations/none')

    const { id } = await check('POST', `${integration}/installations`, { organization: organization.id })
    const installation = `${integration}/installations/${id}`
    await check('GET', installation)
    await check('PATCH', installation, { configuration: { key: 'k' }, externalIds: ['outside'] })
    await check('POST', `${installation}/spaces`, { space: spaceId })
    await check('POST', `${installation}/sites`, { siteId: site.id })
    for (const [place, configuration] of [
      [`${installation}/spaces/${spaceId}`, {}],
      [`${installation}/sites/${site.id}`, {}],
    ] as const) {
      await check('GET', place)
      await check('GET', `${place}?extended=true`)
      await check('PATCH', place, { configuration, externalIds: ['there'] })
    }
    for (const kind of ['spaces', 'sites']) await check('GET', `${installation}/${kind}?extended=true`)
    await check('GET', `${organization.url}/installations`)
    for (const target of ['organization', 'space', 'site'])
      await check('GET', `${organization.url}/integrations/installations-status?target=${target}`)
    await check('GET', `${organization.url}/integrations/wire-recorder/installation_status`)
    await check('GET', `${space}/integrations`)
    await check('GET', `${space}/integration-blocks`)
    await check('GET', `${organization.url}/sites/${site.id}/integrations`)
    await check('GET', `${organization.url}/sites/${site.id}/integration-scripts`)

    const { urls } = await check('GET', installation)
    const told = (await (await fetch(urls.publicEndpoint)).json()) as {
      environment: { apiTokens: { integration: string; installation: string } }
    }
    const script = apiOf(server.url, told.environment.apiTokens.integration)
    await check('GET', `${integration}/installations?externalId=outside`, undefined, script)
    for (const kind of ['spaces', 'sites'])
      await check('GET', `${integration}/${kind}?extended=true`, undefined, script)
    await check('POST', `${installation}/tokens`, undefined, script)
    await check('POST', `${integration}/tasks`, { task: { name: 'count' } }, script)
    const context = { type: 'document', theme: 'light', spaceId, editable: false }
    const request = { componentId: 'chart', props: {}, context }
    await check('POST', `${integration}/render`, request)
    await check('GET', `${integration}/render?request=${encodeURIComponent(JSON.stringify(request))}`)
    await until(async () => {
      const { items } = (await api('GET', `${integration}/events`)).body
      return items.some(({ payload }: { payload: { type: string } }) => payload.type === 'task')
    })
    const { items: events } = await check('GET', `${integration}/events`)
    // Tasks are known to be missing from the public description: see listIntegrationEvents.
    const known = events.find(({ payload }: { payload: { type: string } }) => payload.type !== 'task')
    await check('GET', `${integration}/events/${known.id}`)
    await check('PUT', `${integration}/dev`, { tunnelUrl: 'https://tunnel.example.org' })
    await check('DELETE', `${integration}/dev`)

    for (const place of [`${installation}/spaces/${spaceId}`, `${installation}/sites/${site.id}`])
      await deleteTwice(place)
    await deleteTwice(installation)
    await check('DELETE', integration)
  })

  it('for identity providers of an organization', async () => {
    const organization = await newOrganization('Single sign-on')
    const saml = `${organization.url}/saml`
    const { certificate } = makeKeyPair()
    const at = { entityID: 'https://idp.example.org/metadata', ssoURL: 'https://idp.example.org/sso' }
    const { id } = await check('POST', saml, { label: 'Okta', ...at, certificate })
    await check('GET', saml)
    await check('GET', `${saml}/${id}`)
    await check('PATCH', `${saml}/${id}`, { label: 'Entra' })
    await check('GET', `${organization.url}/sso`)
    await deleteTwice(`${saml}/${id}`)
  })

  it('for content that is computed', async () => {
    const organization = await newOrganization('Computed')
    const space = await newSpace(organization)
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { tags: ['pets'], responses: { 200: { description: 'All' } } } } },
    })
    const spec = `${organization.url}/openapi/pets`
    await api('PUT', spec, { source: { text } })
    await until(async () => (await api('GET', spec)).body.processingState === 'complete')
    const ref = { kind: 'openapi', spec: 'pets' }
    const source = { type: 'builtin:openapi', props: { models: true }, dependencies: { spec: { ref } } }
    await check('POST', `${space}/content/computed/revision`, { source, seed: 'one' })
    await check('POST', `${space}/content/computed/document`, {
      source: { ...source, props: { doc: 'info', page: 'info' } },
      seed: 'one',
    })
  })
})

describe('the comparison', () => {
  it('leaves out no operation that both have', async () => {
    const offered = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as Description
    const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
    const ours = new Set(
      Object.entries(offered.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
      ),
    )
    const both = operations.filter(({ method, template }) => ours.has(`${method} /v1${shapeOf(template)}`))
    expect(both.length).toBeGreaterThan(130)
    const missed = both.map(({ operationId }) => operationId).filter((id) => !checked.has(id))
    expect(missed.sort()).toEqual(Object.keys(OUT_OF_REACH).sort())
  })

  it('knows every difference', () => {
    expect([...differing].sort()).toEqual(Object.keys(KNOWN_DIFFERENCES).sort())
  })
})
