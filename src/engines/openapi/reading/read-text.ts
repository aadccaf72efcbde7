// The text of a file, in JSON or YAML, as a value; bounded in every way that a stranger could make it grow.
import { offsetInJson } from './json-position.ts'
import { readYaml } from './read-yaml.ts'
import { DEEPEST, type FilePath, type ParsedFile, refusal, tooDeep } from './refusal.ts'

const MEGABYTE = 1024 * 1024
const LARGEST_FILE = 20 * MEGABYTE
const MOST_VALUES = 2_000_000

/** `name` is how the file is called in what is told of it. */
export function readText(text: string, name: string): ParsedFile {
  if (text.length > LARGEST_FILE)
    throw refusal(`${name} is larger than the ${LARGEST_FILE / MEGABYTE} MB that are accepted`, 'TOO_LARGE')
  const trimmed = text.trimStart()
  if (trimmed === '') throw refusal(`${name} is empty`, 'EMPTY')
  if (trimmed.startsWith('<'))
    throw refusal(
      `${name} is a web page or XML, and not a specification. Use the address of the JSON or YAML file itself`,
      'NOT_A_SPECIFICATION',
    )
  const file = /^[{[]/.test(trimmed) ? readJson(text, name) : readYaml(text, name)
  requireBounded(file, name)
  return file
}

function readJson(text: string, name: string): ParsedFile {
  try {
    // A mark at the beginning that says how it is encoded is not JSON.
    const value = JSON.parse(text.replace(/^\uFEFF/, ''))
    return { value, lineOf: (path) => lineAt(text, offsetInJson(text, path)) }
  } catch (error) {
    // YAML may begin with a bracket too. What is long is JSON in all likelihood.
    const other = text.length <= MEGABYTE ? tryYaml(text, name) : undefined
    if (other) return other
    throw brokenJson(text, name, (error as Error).message)
  }
}

function tryYaml(text: string, name: string) {
  try {
    return readYaml(text, name)
  } catch {}
}

function brokenJson(text: string, name: string, message: string) {
  const [, position] = /position (\d+)/.exec(message) ?? []
  const offset = position === undefined ? firstBreak(text, message) : Number(position)
  const isCutOff = offset >= text.trimEnd().length || /Unterminated/.test(message)
  const line = lineAt(text, offset)
  const what = message.replace(/,? ?(?:in JSON )?at position.*$/s, '').replace(/, (?:\.{3})?".*$/s, '')
  const words = isCutOff ? 'ends in the middle; perhaps it was cut off' : `is not valid JSON: ${what}`
  return refusal(`${name}, line ${line}: this ${words}`, 'SYNTAX')
}

/** Short texts are quoted in the message instead of a position. */
function firstBreak(text: string, message: string) {
  const [, quoted] = /, (?:\.{3})?"(.*?)"(?:\.{3})? is not valid JSON$/s.exec(message) ?? []
  const [, token] = /^Unexpected token '?(.+?)'?,/s.exec(message) ?? []
  if (quoted === undefined) return text.length
  const start = Math.max(0, text.indexOf(quoted))
  return start + Math.max(0, quoted.lastIndexOf(token ?? ''))
}

function lineAt(text: string, offset: number) {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** Counts with every alias in full: that is what everybody after this would walk through. */
function requireBounded({ value, lineOf }: ParsedFile, name: string) {
  let values = 0
  const visit = (at: unknown, path: (string | number)[]) => {
    if (++values > MOST_VALUES)
      throw refusal(`${name} has more than ${MOST_VALUES / 1_000_000} million values`, 'TOO_LARGE')
    if (typeof at !== 'object' || at === null) return
    if (path.length >= DEEPEST) throw tooDeepAt(path)
    const isList = Array.isArray(at)
    for (const key of Object.keys(at)) {
      path.push(isList ? Number(key) : key)
      visit((at as Record<string, unknown>)[key], path)
      path.pop()
    }
  }
  const tooDeepAt = (path: FilePath) => {
    const line = lineOf(path)
    return tooDeep(`${name}${line === undefined ? '' : `, line ${line},`}`, path)
  }
  visit(value, [])
}
