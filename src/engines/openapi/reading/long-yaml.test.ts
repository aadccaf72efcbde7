import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readText } from './read-text.ts'
import { SpecRefusal } from './refusal.ts'

const MEGABYTE = 1024 * 1024
const PROSE = 'key: no key, "quoted" and: more\n- nor a list\n  # or a comment\n\n---\nend'

/** Longer than what is read as one. */
function longDocument() {
  const paths: Record<string, unknown> = {}
  for (let at = 0; at < 3_500; at += 1)
    paths[`/things/${at}/{id}`] = {
      get: { description: PROSE.repeat(3), tags: ['a: b', `${at}`], responses: { 200: { $ref: '#/x' } } },
    }
  const schemas = { __proto__x: { type: 'object' }, 'with: colon': { enum: [1, null, true, '007'] } }
  return { openapi: '3.1.0', paths, components: { schemas }, tags: [{ name: 'a', description: PROSE }] }
}

function refusalOf(text: string) {
  try {
    readText(text, 'api.yaml')
  } catch (error) {
    if (error instanceof SpecRefusal) return error.problems[0]?.message
    throw error
  }
}

describe('long YAML', () => {
  const document = longDocument()
  const plain = stringify(document)

  it('says the same in pieces', () => {
    expect(plain.length).toBeGreaterThan(MEGABYTE)
    const read = readText(plain, 'a')
    expect(read.value).toEqual(document)
    const lines = plain.split('\n')
    for (const at of [0, 17, 3_499]) {
      const line = read.lineOf(['paths', `/things/${at}/{id}`, 'get', 'tags', 1]) ?? 0
      expect(lines[line - 1]).toMatch(new RegExp(`- "${at}"$`))
    }
    expect(lines[(read.lineOf(['components', 'schemas', 'with: colon']) ?? 0) - 1]).toContain('enum')
  })

  it.each([
    [
      'in quotes over several lines',
      stringify(document, { defaultStringType: 'QUOTE_DOUBLE', lineWidth: 40 }),
    ],
    ['with lists that are not indented', stringify(document, { indentSeq: false })],
    ['with other line ends', plain.replaceAll('\n', '\r\n').replaceAll('\\r', '')],
    ['behind a comment and a mark', `# What this is\n---\n${plain}`],
    ['before another document', `${plain}---\nother: ${'x'.repeat(300_000)}\n`],
  ])('says the same %s', (_, text) => {
    expect(readText(text, 'a').value).toEqual(document)
  })

  it('says the same where its parts need one another', () => {
    const text = `x-shared: &shared\n  type: object\n${plain}x-same: *shared\nx-more:\n  <<: *shared\n  a: 1\n`
    expect(readText(text, 'a').value).toEqual({
      'x-shared': { type: 'object' },
      ...document,
      'x-same': { type: 'object' },
      'x-more': { type: 'object', a: 1 },
    })
  })

  it('tells what is wrong with it, and where', () => {
    expect(refusalOf(`${plain}openapi: 3.0.0\n`)).toBe(
      'api.yaml, line 1, openapi: the key "openapi" is used twice; keep one of them',
    )
    expect(refusalOf(`${plain}info: "open\n`)).toMatch(/^api\.yaml, line \d+: this is not valid YAML/)
  })

  it('may have ten megabytes', () => {
    const schemas: Record<string, unknown> = {}
    for (let at = 0; at < 1_000; at += 1)
      schemas[`Schema${at}`] = { description: 'Long words.\n'.repeat(530) }
    const text = stringify({ openapi: '3.1.0', info: {}, components: { schemas } })
    expect(text.length).toBeGreaterThan(10_000_000)
    expect(readText(text, 'a').value).toMatchObject({ components: { schemas } })
    const broken = refusalOf(`${text}info: "open\n`)
    expect(broken).toMatch(/8 MB of YAML .* cannot be read in parts \(.*not valid YAML/)
    expect(refusalOf(`${text}more: ${'x'.repeat(2_000_000)}\n`)).toContain('12 MB of YAML')
  })
})
