import { describe, expect, it } from 'vitest'
import { readText } from './read-text.ts'
import { DEEPEST, SpecRefusal } from './refusal.ts'

function refusalOf(text: string) {
  try {
    readText(text, 'api.yaml')
  } catch (error) {
    if (error instanceof SpecRefusal) return error.problems
    throw error
  }
  throw new Error('This should have been refused')
}

describe('the text of a description', () => {
  it('is JSON or YAML', () => {
    expect(readText('{"a": [1, "ä"]}', 'a').value).toEqual({ a: [1, 'ä'] })
    expect(readText('\uFEFF{"a": 1}', 'a').value).toEqual({ a: 1 })
    expect(readText('a:\n  - 1\n  - ä\n200: yes\n', 'a').value).toEqual({ a: [1, 'ä'], 200: 'yes' })
    expect(readText('{a: [1, b]}', 'a').value).toEqual({ a: [1, 'b'] })
    expect(readText('base: &b {x: 1}\nmore:\n  <<: *b\n  y: 2\n', 'a').value).toMatchObject({
      more: { x: 1, y: 2 },
    })
  })

  it('tells in which line something is', () => {
    const json = readText('{\n  "a": {"x": "}{,\\""},\n  "b": [\n    1,\n    {"c": 2}\n  ]\n}', 'a')
    expect(json.lineOf(['b', 1, 'c'])).toBe(5)
    expect(json.lineOf(['b', 1, 'missing'])).toBe(5)
    expect(json.lineOf(['a', 'x'])).toBe(2)
    const yaml = readText('a: 1\nb:\n  - 1\n  - c: 2\n', 'a')
    expect(yaml.lineOf(['b', 1, 'c'])).toBe(4)
    expect(yaml.lineOf(['b', 1, 'missing'])).toBe(4)
  })

  it('tells where it is broken', () => {
    expect(refusalOf('{\n  "a": 1,\n  "b" 2\n}')[0]?.message).toMatch(
      /^api\.yaml, line 3: this is not valid JSON/,
    )
    expect(refusalOf('{"a": 1')[0]?.message).toMatch(/^api\.yaml, line 1: this ends in the middle/)
    expect(refusalOf('a: 1\nb: [1\nc: 2\n')[0]?.message).toMatch(
      /^api\.yaml, line [23]: this is not valid YAML/,
    )
    expect(refusalOf('a: 1\nb: 2\na: 3\n')[0]?.message).toBe(
      'api.yaml, line 1, a: the key "a" is used twice; keep one of them',
    )
    expect(refusalOf('a: *nobody\n')[0]?.code).toBe('SYNTAX')
  })

  it('is not something else', () => {
    expect(refusalOf('<!doctype html>')[0]?.message).toMatch(/web page/)
    expect(refusalOf('  \n')[0]?.message).toMatch(/is empty/)
    expect(refusalOf('just words')[0]?.message).toMatch(/plain text/)
  })

  it('is bounded in depth, in JSON and in YAML', () => {
    const deep = 100_000
    expect(refusalOf(`{"a": ${'['.repeat(deep)}${']'.repeat(deep)}}`)[0]?.code).toBe('TOO_DEEP')
    expect(refusalOf(`a: ${'['.repeat(deep)}${']'.repeat(deep)}`)[0]?.code).toBe('TOO_DEEP')
    const lines = Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}a:`)
    expect(refusalOf(lines.join('\n'))[0]?.code).toBe('TOO_DEEP')
    const allowed = DEEPEST - 10
    expect(readText(`{"a": ${'['.repeat(allowed)}${']'.repeat(allowed)}}`, 'a').value).toBeDefined()
  })

  it('is bounded in what its aliases stand for', () => {
    const laughs = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 10; at++) {
      const [name, before] = [String.fromCharCode(97 + at), String.fromCharCode(96 + at)]
      laughs.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`)
    }
    expect(refusalOf(laughs.join('\n'))[0]?.message).toMatch(/more than 2 million values/)
    expect(refusalOf('a: &a\n  b: *a\n')[0]?.code).toBe('TOO_DEEP')
    const many = Array.from({ length: 10_001 }, (_, at) => `k${at}: &k${at} 1`)
    expect(refusalOf(many.join('\n'))[0]?.message).toMatch(/more than 10000 anchors/)
  })

  it('is bounded in size', () => {
    expect(refusalOf(`{"a": "${'x'.repeat(21 * 1024 * 1024)}"}`)[0]?.code).toBe('TOO_LARGE')
    expect(refusalOf(`a: "${'x'.repeat(13 * 1024 * 1024)}"`)[0]?.message).toMatch(/send it as JSON/)
    expect(refusalOf(`[${'0,'.repeat(2_000_001)}0]`)[0]?.message).toMatch(/2 million values/)
  })
})
