import { describe, expect, it } from 'vitest'
import { openTestServices } from '../../../../test/services.ts'
import { TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import { findApiDocument, readApiDocument } from './documents.ts'

const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        tags: ['pets'],
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', nullable: true } }],
        responses: {
          200: {
            description: 'All of them',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
}

function withPaths(paths: object) {
  return JSON.stringify({ ...PETS, paths: { ...PETS.paths, ...paths } })
}

async function openSpecs() {
  const setting = await openTestServices()
  const { as, admin, organization, drain, services } = setting
  const specs = `${organization.url}/openapi`
  return {
    ...setting,
    specs,
    at: `${specs}/pets`,
    /** Sends a text and waits until it is processed. */
    put: async (text: string, slug = 'pets') => {
      await as(admin).put(`${specs}/${slug}`, { source: { text } })
      await drain()
      return as(admin).get(`${specs}/${slug}`)
    },
    find: (slug = 'pets') =>
      findApiDocument(
        services.outside({ kind: 'nobody', id: '', isAdministrator: false }),
        organization.id,
        slug,
      ),
  }
}

describe('specifications', () => {
  it('are created pending, processed in the background, and read as files and as one document', async () => {
    const { as, admin, specs, at, drain } = await openSpecs()
    const made = await as(admin).post(specs, { slug: 'pets', source: { text: JSON.stringify(PETS) } }, 201)
    expect(made).toMatchObject({ slug: 'pets', processingState: 'pending', visibility: 'private' })
    expect(made).not.toHaveProperty('lastVersion')
    expect(made).not.toHaveProperty('sourceURL')
    await as(admin).get(`${at}/versions/latest`, 404)

    await drain()
    const done = await as(admin).get(at)
    expect(done).toMatchObject({ processingState: 'complete', permissions: { view: true, edit: true } })
    expect(done).not.toHaveProperty('lastProcessErrorCode')
    const version = await as(admin).get(`${at}/versions/latest`)
    expect(version).toMatchObject({ object: 'openapi-spec-version', id: done.lastVersion })
    expect(await as(admin).get(`${at}/versions/${version.id}`)).toEqual(version)
    const { filesystem, url } = await as(admin).get(`${at}/versions/latest/content`)
    expect(Object.values(filesystem)).toEqual([
      { filename: 'openapi.json', dir: '', isEntrypoint: true, references: [], specification: PETS },
    ])
    expect(url).toBe(`${done.urls.location}/document`)
    expect(await as(admin).get(`${at}/versions/${version.id}/content`)).toEqual({ filesystem, url })
    const document = await as(admin).get(`${at}/document`)
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/pets'].get.parameters[0].schema).toEqual({ type: ['integer', 'null'] })
  })

  it('are read as the text that was sent', async () => {
    const { as, admin, put, at, reader, stranger } = await openSpecs()
    const raw = `${at}/versions/latest/content/raw`
    const yaml = '# Mine\nopenapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n'
    await put(yaml)
    expect(await as(reader).get(raw)).toEqual({ text: yaml, format: 'yaml' })
    const json = `${JSON.stringify(PETS)}\n`
    await put(json)
    expect(await as(reader).get(raw)).toEqual({ text: json, format: 'json' })
    // What can not be read is no version: the last one is told, by what was read of it.
    await put('openapi: [')
    const { text, format } = await as(admin).get(raw)
    expect([JSON.parse(text), format]).toEqual([PETS, 'json'])
    await as(stranger).get(raw, 404)
    await as().get(raw, 401)
  })

  it('are in progress while their source is read', async () => {
    const { as, admin, at, put, interceptTasks } = await openSpecs()
    const seen: string[] = []
    interceptTasks(async (work, go) => {
      if (work.name === 'openapi.process') seen.push((await as(admin).get(at)).processingState)
      return go()
    })
    expect((await put(JSON.stringify(PETS))).processingState).toBe('complete')
    expect(seen).toEqual(['progress'])
  })

  it('get a version for every text that says something else', async () => {
    const { as, admin, at, put } = await openSpecs()
    const first = await put(JSON.stringify(PETS))
    const same = await put(JSON.stringify(PETS, null, 4))
    expect(same.lastVersion).toBe(first.lastVersion)
    const other = await put(withPaths({ '/more': { get: { responses: {} } } }))
    expect(other.lastVersion).not.toBe(first.lastVersion)
    const { items } = await as(admin).get(`${at}/versions`)
    expect(items.map(({ id }: { id: string }) => id)).toEqual([other.lastVersion, first.lastVersion])
  })

  it('keep the last version when a text can not be read, and tell what is wrong with it', async () => {
    const { as, admin, at, put, events } = await openSpecs()
    const first = await put(JSON.stringify(PETS))
    const broken = await put('openapi: 3.1.0\ninfo:\n  title: Pets\npaths:\n  pets: {}\n')
    expect(broken).toMatchObject({
      processingState: 'complete',
      lastVersion: first.lastVersion,
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [
        { message: 'line 3, info: "info" must have a "version"', code: 'INFO' },
        { message: 'line 5, paths › pets: a path must begin with a slash', code: 'PATHS' },
      ],
    })
    await as(admin).get(`${at}/document`)
    const mended = await put(JSON.stringify(PETS))
    expect(mended).not.toHaveProperty('lastProcessErrorCode')
    expect(mended).not.toHaveProperty('lastProcessedErrors')
    const types = (await events()).map(({ type }) => type).filter((type) => type.startsWith('openapi.'))
    expect(types).toEqual([
      'openapi.spec_created',
      'openapi.spec_processed',
      'openapi.spec_updated',
      'openapi.spec_failed',
      'openapi.spec_updated',
      'openapi.spec_processed',
    ])
  })

  it('tell that a text takes too long, or too much memory', async () => {
    const { put, interceptTasks } = await openSpecs()
    const stop = interceptTasks(async () => Promise.reject(new TaskTimeout('too long')))
    expect((await put(JSON.stringify(PETS))).lastProcessedErrors[0].message).toMatch(/within 60 seconds/)
    stop()
    interceptTasks(async () => Promise.reject(new TaskLost('gone')))
    expect((await put(JSON.stringify(PETS))).lastProcessedErrors[0].message).toMatch(/too much memory/)
  })

  it('forget the outcome of a source that was replaced meanwhile', async () => {
    const { as, admin, at, put, drain, interceptTasks } = await openSpecs()
    let isFirst = true
    interceptTasks(async (_work, go) => {
      if (isFirst) {
        isFirst = false
        await as(admin).put(at, { source: { text: withPaths({ '/second': { get: {} } }) } })
      }
      return go()
    })
    await put(withPaths({ '/first': { get: {} } }))
    await drain()
    const { paths } = await as(admin).get(`${at}/document`)
    expect(Object.keys(paths)).toEqual(['/pets', '/second'])
    expect((await as(admin).get(`${at}/versions`)).count).toBe(1)
  })

  it('are for members; who may not create content does not change them', async () => {
    const { as, admin, creator, editor, reader, guest, stranger, specs, at, put } = await openSpecs()
    await put(JSON.stringify(PETS))
    for (const path of [at, `${at}/versions`, `${at}/versions/latest/content`, `${at}/document`]) {
      await as(reader).get(path)
      await as(guest).get(path, 404)
      await as(stranger).get(path, 404)
    }
    await as(guest).get(specs, 403)
    expect((await as(reader).get(at)).permissions).toEqual({ view: true, edit: false })
    const source = { text: JSON.stringify(PETS) }
    await as(editor).put(at, { source }, 403)
    await as(editor).patch(at, { visibility: 'public' }, 403)
    await as(editor).delete(at, 403)
    await as(creator).post(specs, { slug: 'more', source }, 201)
    expect((await as(admin).get(specs)).items.map(({ slug }: { slug: string }) => slug)).toEqual([
      'more',
      'pets',
    ])
  })

  it('are for everybody when they are public: the document and what it consists of, and nothing more', async () => {
    const { as, admin, at, put } = await openSpecs()
    expect((await put(JSON.stringify(PETS))).urls).not.toHaveProperty('published')
    await as().get(`${at}/document`, 404)
    const open = await as(admin).patch(at, { visibility: 'public' })
    expect(open).toMatchObject({
      visibility: 'public',
      urls: { published: `${open.urls.location}/document` },
    })
    expect((await as().get(`${at}/document`)).info.title).toBe('Pets')
    expect((await as().get(`${at}/versions/latest/content`)).filesystem).toHaveProperty('openapi.json')
    await as().get(at, 401)
    await as().get(`${at}/versions`, 401)
    await as(admin).patch(at, { visibility: 'private' })
    await as().get(`${at}/document`, 404)
    await as().get(`${at}/versions/latest/content`, 404)
  })

  it('refuse what is no slug, no source, or there already', async () => {
    const { as, admin, specs } = await openSpecs()
    const source = { text: '{}' }
    await as(admin).post(specs, { slug: 'Not a slug', source }, 400)
    await as(admin).post(specs, { slug: 'pets', source: {} }, 400)
    await as(admin).post(specs, { slug: 'pets', source: { text: '' } }, 400)
    await as(admin).post(specs, { slug: 'pets', source: { url: 'file:///etc/passwd' } }, 400)
    await as(admin).post(specs, { slug: 'pets', source: { url: 'https://a.example/x', text: '{}' } }, 400)
    await as(admin).post(specs, { slug: 'pets', source }, 201)
    await as(admin).post(specs, { slug: 'pets', source }, 409)
    await as(admin).put(`${specs}/Not%20a%20slug`, { source }, 400)
  })

  it('go with all they have', async () => {
    const { as, admin, at, put, sql, find } = await openSpecs()
    const { id } = await put(JSON.stringify(PETS))
    expect(await find()).toBeDefined()
    await as(admin).delete(at, 205)
    await as(admin).get(at, 404)
    await as(admin).delete(at, 204)
    const { rows } = await sql(`select from openapi_spec_versions where spec_id = '${id}'`)
    expect(rows).toEqual([])
    expect(await find()).toBeUndefined()
  })

  it('keep their bytes when the others are swept', async () => {
    const { as, admin, at, put, tick, drain, services } = await openSpecs()
    const { id } = await put(JSON.stringify(PETS))
    for (let night = 0; night < 3; night++) {
      tick(1)
      await services.queue.send(services.database.db, 'files.sweep-blobs', {})
      await drain()
    }
    await as(admin).get(`${at}/document`)
    await as(admin).get(`${at}/versions/latest/content`)
    const row = await services.database.db
      .selectFrom('openapiSpecs')
      .select('sourceText')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await services.blobs.has(row.sourceText ?? '')).toBe(true)
  })

  it('are found by whoever shows them, from memory until something changes', async () => {
    const { put, find } = await openSpecs()
    expect(await find()).toBeUndefined()
    const { lastVersion } = await put(JSON.stringify(PETS))
    const found = await find()
    expect(found?.versionId).toBe(lastVersion)
    expect(found?.outline.groups).toMatchObject([{ tag: 'pets', operations: [{ title: 'List pets' }] }])
    expect(found?.document.components?.schemas?.Pet).toMatchObject({ type: 'object' })
    expect(await find()).toBe(found)
    const next = await put(withPaths({ '/more': { get: {} } }))
    expect((await find())?.versionId).toBe(next.lastVersion)
  })

  it('tell what changed between two versions', async () => {
    const { as, admin, at, put } = await openSpecs()
    const first = await put(JSON.stringify(PETS))
    await as(admin).get(`${at}/versions/${first.lastVersion}/changes`, 404)
    const second = await put(withPaths({ '/more': { get: { summary: 'More' } } }))
    const third = await put(JSON.stringify({ ...PETS, paths: { '/more': { get: { summary: 'More' } } } }))
    expect(await as(admin).get(`${at}/versions/${second.lastVersion}/changes`)).toMatchObject({
      from: first.lastVersion,
      to: second.lastVersion,
      isBreaking: false,
      operations: [{ change: 'added', method: 'get', path: '/more', title: 'More', isBreaking: false }],
    })
    const since = `?since=${first.lastVersion}`
    const changes = await as(admin).get(`${at}/versions/${third.lastVersion}/changes${since}`)
    expect(changes).toMatchObject({ from: first.lastVersion, isBreaking: true })
    expect(changes.operations.map(({ change, path }: Record<string, string>) => `${change} ${path}`)).toEqual(
      ['added /more', 'removed /pets'],
    )
    await as(admin).get(`${at}/versions/${third.lastVersion}/changes?since=none`, 400)
  })

  it('may be files of a space, which are read once', async () => {
    const { services, interceptTasks } = await openSpecs()
    const ctx = services.outside({ kind: 'nobody', id: '', isAdministrator: false })
    let reads = 0
    interceptTasks((_work, go) => {
      reads++
      return go()
    })
    const blob = await services.blobs.put(
      Buffer.from(JSON.stringify({ ...PETS, info: { title: 'File', version: '1' } })),
    )
    const read = await readApiDocument(ctx, blob)
    expect(read).toMatchObject({ outline: { title: 'File' } })
    expect(await readApiDocument(ctx, blob)).toBe(read)
    expect(reads).toBe(1)
    const elsewhere = { ...PETS, components: { schemas: { A: { $ref: 'https://a.example/b.json' } } } }
    const referring = await services.blobs.put(Buffer.from(JSON.stringify(elsewhere)))
    expect(await readApiDocument(ctx, referring)).toMatchObject({ problems: [{ code: 'REFERENCE' }] })
    expect(await readApiDocument(ctx, await services.blobs.put(Buffer.from('words')))).toMatchObject({
      problems: [{ code: 'NOT_A_SPECIFICATION' }],
    })
  })

  it('are looked at by their parts: nothing is read that nobody looks at', async () => {
    const { put, find } = await openSpecs()
    await put(JSON.stringify(PETS))
    const found = await find()
    const isRead = (object: object | undefined, name: string) =>
      Object.getOwnPropertyDescriptor(object, name)?.get === undefined
    expect(isRead(found?.document.paths, '/pets')).toBe(false)
    expect(found?.document.paths?.['/pets']?.get?.summary).toBe('List pets')
    expect(isRead(found?.document.paths, '/pets')).toBe(true)
    expect(isRead(found?.document.components?.schemas, 'Pet')).toBe(false)
  })
})
