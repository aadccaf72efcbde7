import fastify from 'fastify'
import { expect, it } from 'vitest'
import { referenceFrame } from '../../../../test/drawn/site-model.ts'
import { atEndOfFile } from '../../../../test/file-scope.ts'
import type { OpenApiDocument } from '../../../engines/openapi/document.ts'
import { mountReference } from './reference.ts'

const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Quire API', version: '1.0.0' },
  servers: [{ url: 'https://docs.example.com' }],
  paths: { '/things': { get: { operationId: 'listThings', summary: 'List things', tags: ['Things'] } } },
  components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } } } } },
}

function serve() {
  const { look, assets } = referenceFrame()
  const server = fastify()
  mountReference(server, () => DOCUMENT, { look, assets: { below: () => assets, send: () => undefined } })
  atEndOfFile(() => server.close())
  return (url: string, headers = {}) => server.inject({ url, headers })
}

it('serves every page with a policy that allows nothing inline and nobody else', async () => {
  const get = serve()
  for (const url of ['/docs', '/docs/things', '/docs/objects', '/docs/~search?q=things']) {
    const { statusCode, headers, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self' https://docs.example.com; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    expect(body).not.toMatch(/<script(?! (?:type="module" )?src=)|<style|\sstyle=|\son\w+=/)
  }
})

it('keeps the look and the first script of its pages in files', async () => {
  const get = serve()
  const { body } = await get('/docs')
  const [, style = ''] = /<link rel="stylesheet" href="(\/docs\/~look[^"]+)"/.exec(body) ?? []
  const [, script = ''] = /<script src="([^"]+)"/.exec(body) ?? []
  expect((await get(style)).body).toContain('--paper:')
  expect((await get(script)).body).toContain('quire-theme')
})

it('answers a page that a browser knows with 304, and packs others', async () => {
  const get = serve()
  const first = await get('/docs/things', { 'accept-encoding': 'gzip' })
  expect(first.headers['content-encoding']).toBe('gzip')
  const again = await get('/docs/things', { 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('leads from the addresses of earlier versions to where operations and objects are now', async () => {
  const get = serve()
  const operation = await get('/docs/operations/listThings')
  expect([operation.statusCode, operation.headers.location]).toEqual([302, '/docs/things#list-things'])
  expect((await get('/docs/objects/Thing')).headers.location).toBe('/docs/objects#schema-thing')
  for (const url of ['/docs/operations/nothing', '/docs/objects/constructor', '/docs/nothing']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('action="/docs/~search"')
  }
})

it('answers searches and branches of the navigation', async () => {
  const get = serve()
  expect((await get('/docs/~search.json?q=list')).json()).toMatchObject({ pages: [{ title: 'Things' }] })
  expect((await get('/docs/~search.json?q=list&q=things')).json()).toEqual({ pages: [] })
  expect((await get('/docs/~navigation/things')).body).toContain('href="/docs/things#list-things"')
  expect((await get('/docs/~navigation/nothing')).statusCode).toBe(404)
})

it('shows an operation that is asked for, whatever else is in the address', async () => {
  const get = serve()
  const { body } = await get('/docs/things?operation=get%20%2Fthings')
  expect(body).toContain('class="api-columns"')
  expect((await get('/docs/things?operation=get%20%2Fother')).body).not.toContain('class="api-columns"')
})
