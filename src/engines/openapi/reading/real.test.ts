// Descriptions that people wrote for others to read: each is read, brought into one form, outlined and compared.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareDocuments } from '../compare.ts'
import type { ApiDocument } from '../document.ts'
import { operationsOf, outlineOf } from '../outline.ts'
import { openPacked, packedAsJson } from '../packed.ts'
import { processFiles } from './process-files.ts'
import { schemaNameIn } from './references.ts'

const require = createRequire(import.meta.url)

function packageFolder(name: string) {
  return dirname(require.resolve(`${name}/package.json`))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|ya?ml)$/.test(name))
    .map((name) => join(folder, name))
}

const EXAMPLES = packageFolder('@readme/oas-examples')
const examples = ['2.0', '3.0', '3.1'].flatMap((form) => filesBelow(join(EXAMPLES, form)))
const large = [
  ...filesBelow(join(packageFolder('@figma/rest-api-spec'), 'openapi')),
  ...filesBelow(join(import.meta.dirname, '../../../../node_modules/@gitbook/api/spec')),
  ...[
    '@netlify/open-api/dist/swagger.json',
    '@directus/openapi/dist/oas.json',
    '@directus/openapi/dist/oas.yaml',
    '@shopware/api-client/api-types/adminApiSchema.json',
    '@shopware/api-client/api-types/storeApiSchema.json',
    '@shopware/api-client/api-types/storeApiSchema.6.6.10.json',
    '@octokit/openapi-webhooks/generated/api.github.com.json',
    '@octokit/openapi-webhooks/generated/ghec.json',
    '@octokit/openapi-webhooks/generated/ghes-3.19.json',
  ].map((path) => join(import.meta.dirname, '../../../../node_modules', path)),
  join(import.meta.dirname, '../../../../docs/openapi.json'),
]

function processed(path: string) {
  const name = `https://api.test/${path.split('/').at(-1)}`
  const outcome = processFiles([{ name, bytes: readFileSync(path) }])
  if (outcome.kind !== 'done') throw new Error(`${path}: ${JSON.stringify(outcome).slice(0, 500)}`)
  return outcome.document
}

/** References that lead nowhere in what is to have all of them inside. */
function lostReferences(document: ApiDocument) {
  const schemas = document.components?.schemas ?? {}
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#\/components\/schemas\/[^"\\]*)"/g)]
  // Some have references in examples, which are data.
  const names = refs.flatMap(([, ref = '']) => schemaNameIn(ref) ?? [])
  return names.filter((name) => !Object.hasOwn(schemas, name))
}

function check(path: string) {
  const packed = processed(path)
  const { document, outline } = openPacked(packed)
  expect(JSON.parse(Buffer.from(packedAsJson(packed)).toString()), path).toEqual(document)
  expect(outlineOf(document), path).toEqual(outline)
  expect(lostReferences(document), path).toEqual([])
  const shown = new Set(
    outline.groups.flatMap(({ operations }) => operations.map(({ method, path }) => method + path)),
  )
  const all = [...operationsOf(document.paths)]
  expect(shown.size, path).toBe(all.length)
  expect(compareDocuments(document, openPacked(packed).document), path).toEqual({
    operations: [],
    isBreaking: false,
    isCutOff: false,
  })
  const without = { ...document, paths: {}, webhooks: {} }
  const gone = compareDocuments(document, without).operations.filter(({ kind }) => kind === 'operation')
  expect(gone.length, path).toBe(Math.min(all.length, 1_000))
  return all.length + outline.webhooks.length
}

describe('real descriptions', () => {
  it('of all three forms, in JSON and in YAML, are read', () => {
    expect(examples.length).toBeGreaterThan(100)
    const operations = examples.reduce((sum, path) => sum + check(path), 0)
    expect(operations).toBeGreaterThan(500)
  })

  it('that are large are read', () => {
    expect(large.length).toBeGreaterThanOrEqual(12)
    for (const path of large) expect(check(path), path).toBeGreaterThan(20)
  })

  it('say the same in JSON and in YAML', () => {
    for (const name of ['3.0/json/star-trek.json', '3.1/json/train-travel.json', '3.1/json/readme.json']) {
      const [json, yaml] = [join(EXAMPLES, name), join(EXAMPLES, name.replaceAll('json', 'yaml'))]
      const [one, other] = [openPacked(processed(json)).document, openPacked(processed(yaml)).document]
      expect(compareDocuments(one, other).operations, name).toEqual([])
    }
  })
})
