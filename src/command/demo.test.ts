import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, clientFor } from '../../test/counterparts/client.ts'
import { cloneTemplate, databaseUrl } from '../../test/database/database.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { issueToken } from '../rooms/people/identity/tokens.ts'
import { runJob } from '../services.ts'
import { openLog } from '../world/log/log.ts'
import { inlineThreads } from '../world/threads/threads.ts'
import type { Environment } from './context.ts'
import { type OpenServices, openConfiguredServices } from './process/open.ts'
import { runProgram } from './program.ts'

// All types of the contract (gaps.md, section 9).
const BLOCKS = `paragraph heading-1 heading-2 heading-3 list-ordered list-unordered list-tasks list-item divider
  blockquote hint if images image file drawing embed code code-line math expandable tabs tabs-item table swagger
  openapi-operation openapi-schemas openapi-webhook content-ref integration reusable-content stepper stepper-step
  columns column`
const INLINES = 'link emoji icon expression inline-math inline-image annotation mention button'
const MARKS = 'bold italic code keyboard strikethrough superscript subscript color'
const COLUMNS = 'text number checkbox files users rating select content-ref image'

let folder: string
let environment: Environment
let first: Awaited<ReturnType<typeof quire>>
let made: Answer
let services: OpenServices
let app: FastifyInstance
let admin: ReturnType<typeof clientFor>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-demo-'))
  await chmod(folder, 0o711)
  environment = {
    QUIRE_DATA_DIR: join(folder, 'data'),
    QUIRE_DATABASE_URL: databaseUrl(await cloneTemplate()),
    QUIRE_PUBLIC_URL: 'https://docs.example.org',
    PORT: '1',
  }
  first = await quire(['demo', '--title', 'First Light'])
  made = JSON.parse((await quire(['demo', '--json'])).out)
  services = await openConfiguredServices(readConfig(environment), openLog('silent'), {
    supervise: false,
    threads: inlineThreads,
  })
  app = await buildApp(services, { trustProxy: false })
  admin = clientFor(
    app,
    (await services.asSystem((ctx) => issueToken(ctx, made.admin, { label: 'test' }))).token,
  )
})

afterAll(async () => {
  await app.close()
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

async function quire(args: string[]) {
  let out = ''
  let err = ''
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  }
  const code = await runProgram(['node', 'quire', ...args], environment, io)
  return { code, out, err }
}

function spaceNamed(name: string): { id: string; title: string; pages: number; url: string } {
  const space = made.spaces.find((space: Answer) => space.name === name)
  return { ...space, url: `/v1/spaces/${space.id}` }
}

/** What the server would do in the background. */
async function doJobs() {
  const handlers = services.jobs.map(
    (job) => [job.name, (payload: unknown) => runJob(services, job, payload)] as const,
  )
  while ((await services.sequenceEvents()) > 0);
  await services.queue.drain(new Date(), new Map(handlers))
}

/** All pages of a space, whatever is above them. */
async function pagesOf(name: string): Promise<Answer[]> {
  const { pages } = await admin.get(`${spaceNamed(name).url}/content/pages`)
  const flat = (page: Answer): Answer[] => [page, ...(page.pages ?? []).flatMap(flat)]
  return pages.flatMap(flat)
}

async function pageAt(name: string, path: string) {
  return (await pagesOf(name)).find((page) => page.path === path)
}

describe('quire demo', () => {
  it('tells what it does, and ends with lines to paste', () => {
    expect(first.code).toBe(0)
    for (const title of ['Handbook', 'Product guide', 'Developer docs', 'Block gallery']) {
      expect(first.err).toContain(`  … writing the ${title}\n`)
      expect(first.out).toMatch(new RegExp(`${title} +\\w{26} +\\d+`))
    }
    expect(first.out).toMatch(/^"First Light" is ready, id \w{26}, with admin@localhost as its admin/)
    expect(first.out).toContain('API=https://docs.example.org/v1')
    expect(first.out).toMatch(/TOKEN=\$\(cat '.*admin-token'\)/)
    expect(first.out.match(/^ {2}curl -sS /gm)).toHaveLength(5)
    expect(first.out).toMatch(/change-requests\/\d+\/conflicts"/)
    expect(first.out).toContain('npx quire serve')
  })

  it('answers the lines it prints', async () => {
    const token = (await services.asSystem((ctx) => issueToken(ctx, made.admin, { label: 'paste' }))).token
    for (const [, path = ''] of first.out.matchAll(/"\$API(.+)"$/gm)) {
      await clientFor(app, token).get(`/v1${path}`)
    }
  })

  it('makes a second one of the same title only when told to', async () => {
    const again = await quire(['demo'])
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('already has an organization "Lighthouse Software", id')
    expect(again.err).toContain('--again')
    const second = await quire(['demo', '--again', '--json'])
    expect(second).toMatchObject({ code: 0, err: '' })
    const result = JSON.parse(second.out)
    expect(result.organization.id).not.toBe(made.organization.id)
    expect(result.members).toEqual(made.members)
  })

  it('makes the user its admin who is named, and says how they get a token', async () => {
    const maria = JSON.parse((await quire(['user', 'create', '--email', 'maria@example.org', '--json'])).out)
    const { code, out } = await quire(['demo', '--admin', 'maria@example.org'])
    expect(code).toBe(0)
    expect(out).toContain(`TOKEN=$(npx quire token create --user ${maria.id} `)
    expect(await quire(['demo', '--admin', 'nobody@example.org'])).toMatchObject({ code: 1, out: '' })
  })
})

describe('the sample organization', () => {
  it('has people in all roles, a team and two collections', async () => {
    const url = `/v1/orgs/${made.organization.id}`
    expect(await admin.get(url)).toMatchObject({ title: 'Lighthouse Software', permissions: { admin: true } })
    const { items: members } = await admin.get(`${url}/members`)
    const roles = members.map((member: Answer) => member.role).sort()
    expect(roles).toEqual(['admin', 'comment', 'create', 'edit', 'edit', 'read', 'review'])
    expect((await admin.get(`${url}/teams`)).items).toMatchObject([{ title: 'Documentation', members: 4 }])
    const { items: shelves } = await admin.get(`${url}/collections`)
    expect(shelves.map((shelf: Answer) => shelf.title).sort()).toEqual(['Company', 'Product'])
  })

  it('has as many pages as it says, at the paths they have on the disk', async () => {
    const { items: spaces } = await admin.get(`/v1/orgs/${made.organization.id}/spaces`)
    expect(spaces).toHaveLength(5)
    let total = 0
    for (const { name, pages } of made.spaces) {
      const documents = (await pagesOf(name)).filter((page) => page.type === 'document')
      expect(documents).toHaveLength(pages)
      total += pages
    }
    expect(total).toBeGreaterThanOrEqual(35)
    expect(await pageAt('product-guide', 'using-beacon/checks/http-checks/assertions')).toBeDefined()
    expect((await pagesOf('product-guide')).map((page) => page.type)).toContain('link')
  })

  it('shows every block, inline, mark and type of column in the gallery', async () => {
    const found = { block: new Set(), inline: new Set(), mark: new Set(), column: new Set() }
    const visit = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      const { object, type, definition } = value as Answer
      if (object === 'block' || object === 'inline' || object === 'mark') found[object as 'block'].add(type)
      for (const column of Object.values<Answer>(definition ?? {})) found.column.add(column.type)
      for (const inner of Object.values(value)) visit(inner)
    }
    const { url } = spaceNamed('gallery')
    for (const page of await pagesOf('gallery')) {
      if (page.type !== 'document') continue
      const { document } = await admin.get(`${url}/content/page/${page.id}?format=document`)
      expect(JSON.stringify(document.nodes)).not.toMatch(/"text":"[^"]*\{%/)
      visit(document.nodes)
    }
    expect(found.block).toEqual(new Set(BLOCKS.split(/\s+/)))
    expect(found.inline).toEqual(new Set(INLINES.split(' ')))
    expect(found.mark).toEqual(new Set(MARKS.split(' ')))
    expect(found.column).toEqual(new Set(COLUMNS.split(' ')))
  })

  it('has one broken link, on purpose, before and after the links were indexed', async () => {
    await expectOneBroken()
    await doJobs()
    await expectOneBroken()
  })

  it.each([
    ['holiday', 'people/time-off'],
    ['原則', 'in-other-languages/japanese'],
    ['会议记录', 'in-other-languages/chinese'],
    ['검토', 'in-other-languages/korean'],
    ['المراجعة', 'in-other-languages/arabic'],
    ['Krankmeldung', 'in-other-languages/german'],
  ])('is found: %s', async (words, path) => {
    await doJobs()
    const query = encodeURIComponent(words)
    const { items } = await admin.get(`/v1/orgs/${made.organization.id}/search?query=${query}`)
    expect(items[0].pages[0].path).toBe(path)
  })

  async function expectOneBroken() {
    for (const { name } of made.spaces) {
      const { items, stats } = await admin.get(`${spaceNamed(name).url}/links?status=broken`)
      const places = items.flatMap((item: Answer) =>
        item.locationReferences.map(({ page }: Answer) => page.path),
      )
      expect(places).toEqual(name === 'handbook' ? ['writing/checking-links'] : [])
      expect(stats.broken.total).toBe(name === 'handbook' ? 1 : 0)
    }
  }

  it('links from one space into another', async () => {
    const { items } = await admin.get(`${spaceNamed('developers').url}/links?status=in-app`)
    expect(items.length).toBeGreaterThan(2)
  })

  it('shows its images and offers its files', async () => {
    const { items } = await admin.get(`${spaceNamed('product-guide').url}/content/files`)
    expect(items).toHaveLength(4)
    const picture = items.find((file: Answer) => file.name === 'status-page.png')
    expect(picture).toMatchObject({ contentType: 'image/png', dimensions: { width: 640, height: 320 } })
    const { pathname, search } = new URL(picture.downloadURL)
    const bytes = await admin.send('GET', pathname + search)
    expect(bytes.statusCode).toBe(200)
    expect(bytes.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  })

  it('has a merged change request, a draft, and one under review', async () => {
    const { merged, draft, underReview } = made.changeRequests
    const handbook = `${spaceNamed('handbook').url}/change-requests`
    expect(await admin.get(`${handbook}/${merged.number}`)).toMatchObject({
      status: 'merged',
      createdBy: { displayName: 'Editor' },
    })
    const { markdown } = await admin.get(
      `${spaceNamed('handbook').url}/content/path/how-we-work%2Fmeetings?format=markdown`,
    )
    expect(markdown).toContain('forty-five minutes at most')
    const changes = await admin.get(`${handbook}/${draft.number}/changes`)
    expect(changes.changes).toMatchObject([{ type: 'page_created' }])
    expect(await admin.get(`${handbook}/${draft.number}`)).toMatchObject({ status: 'draft' })

    const reviewed = `${spaceNamed('product-guide').url}/change-requests/${underReview.number}`
    expect(await admin.get(reviewed)).toMatchObject({ status: 'open', outdated: false, comments: 2 })
    expect((await admin.get(`${reviewed}/requested-reviewers`)).items).toHaveLength(2)
    expect((await admin.get(`${reviewed}/reviews`)).items).toMatchObject([{ status: 'changes-requested' }])
    expect((await admin.get(`${reviewed}/links?status=broken`)).items).toEqual([])
  })

  it('says where its change requests are read in a browser', async () => {
    for (const { number, spaceId, url } of Object.values<Answer>(made.changeRequests)) {
      const { urls } = await admin.get(`/v1/spaces/${spaceId}/change-requests/${number}`)
      expect(url).toBe(urls.app)
    }
    expect(
      first.out.match(/^ {4}https:\/\/docs\.example\.org\/o\/\w{26}\/s\/\w{26}\/~\/changes\/\d+$/gm),
    ).toHaveLength(4)
  })

  it('has a conflict to look at: a title and a text that two people changed', async () => {
    const { number, conflicts } = made.changeRequests.inConflict
    const url = `${spaceNamed('handbook').url}/change-requests/${number}`
    expect(await admin.get(url)).toMatchObject({ status: 'open', subject: 'Thirty days of holiday' })
    const { items } = await admin.get(`${url}/conflicts`)
    expect(items).toHaveLength(conflicts)
    const fields = new Map(items.map((item: Answer) => [item.field, item]))
    expect(fields.get('title')).toMatchObject({
      base: 'Time off',
      ours: 'Holidays',
      theirs: 'Time off and birthdays',
      isPulled: true,
    })
    expect(fields.get('body')).toMatchObject({
      ours: expect.stringContaining('30 days'),
      theirs: expect.stringContaining('your birthday'),
    })
    expect(await admin.post(`${url}/merge`)).toMatchObject({ result: 'conflicts' })
  })

  it('has conversations with replies and reactions, one of them settled', async () => {
    const { url } = spaceNamed('handbook')
    const { items } = await admin.get(`${url}/comments?order=asc`)
    expect(items).toMatchObject([
      { postedBy: { displayName: 'Support' }, status: 'open', replies: 1 },
      { postedBy: { displayName: 'Translator' }, status: 'resolved', replies: 1 },
      { postedBy: { displayName: 'Reviewer' }, status: 'open', replies: 0 },
    ])
    expect(items[0].reactions).toMatchObject([
      { emoji: '👍', count: 2 },
      { emoji: '🎉', count: 1 },
    ])
    expect(await admin.get(url)).toMatchObject({ comments: 2 })
    const { items: onGuide } = await admin.get(`${spaceNamed('product-guide').url}/comments`)
    expect(onGuide[0].target.node.preview).toContain('Telephone')
  })
})
