// The text of a file, in JSON or YAML, as a value; bounded in every way that a stranger could make it grow.
import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { offsetInJson } from './json-position.ts'
import { type FilePath, placeInWords, SpecRefusal } from './refusal.ts'

const MEGABYTE = 1024 * 1024
export const LARGEST_FILE = 20 * MEGABYTE
/** Takes forty times its size to read, and seconds. */
const LARGEST_YAML = 8 * MEGABYTE
export const DEEPEST = 250
export const MOST_VALUES = 2_000_000

export type ReadFile = {
  value: unknown
  /** The line of the value at a path, or of the last part of the path that is there. */
  lineOf(path: FilePath): number | undefined
}

/** `name` is how the file is called in what is told of it. */
export function readText(text: string, name: string): ReadFile {
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

function refusal(message: string, code: string) {
  return new SpecRefusal({ message, code })
}

function readJson(text: string, name: string): ReadFile {
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
  const isCutOff = /end of JSON input|Unterminated/.test(message)
  const line = lineAt(text, position === undefined ? firstBreak(text, message) : Number(position))
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

function readYaml(text: string, name: string): ReadFile {
  if (text.length > LARGEST_YAML)
    throw refusal(
      `${name} is larger than the ${LARGEST_YAML / MEGABYTE} MB of YAML that are accepted; as JSON it may have ${LARGEST_FILE / MEGABYTE} MB`,
      'TOO_LARGE',
    )
  const lines = new LineCounter()
  // To look for keys that are there twice, it would compare each with all others.
  const options = { lineCounter: lines, uniqueKeys: false, merge: true, prettyErrors: false } as const
  const document = inBounds(name, () => parseDocument(text, options))
  const [error] = document.errors
  if (error) {
    const { line } = lines.linePos(error.pos[0])
    throw refusal(`${name}, line ${line}: this is not valid YAML: ${error.message}`, 'SYNTAX')
  }
  if (isScalar(document.contents))
    throw refusal(`${name} is plain text, and not a specification in JSON or YAML`, 'NOT_A_SPECIFICATION')
  const lineOf = (path: FilePath) => lineOfNode(document.contents, path, lines)
  requireOnce(document.contents, name, lineOf)
  // Aliases become the same value again, which costs nothing; how much it is in full is counted below.
  const value = inBounds(name, () => document.toJS({ maxAliasCount: -1 }) as unknown)
  return { value, lineOf }
}

/** What lies too deep in each other uses up the stack of the parser. */
function inBounds<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(name)
    if (error instanceof ReferenceError)
      throw refusal(`${name}: an alias in it stands for something that it is part of`, 'SYNTAX')
    throw error
  }
}

function tooDeep(name: string, path: FilePath = []) {
  const at = path.length === 0 ? '' : ` (${placeInWords(path)})`
  return refusal(`${name} has values nested deeper than ${DEEPEST} levels${at}`, 'TOO_DEEP')
}

function lineOfNode(top: unknown, path: FilePath, lines: LineCounter) {
  let node = top
  for (const key of path) {
    const next = isMap(node) || isSeq(node) ? node.get(key, true) : undefined
    if (!isNode(next)) break
    node = next
  }
  const start = isNode(node) ? (node as Node).range?.[0] : undefined
  return start === undefined ? undefined : lines.linePos(start).line
}

function requireOnce(top: unknown, name: string, lineOf: ReadFile['lineOf']) {
  const path: (string | number)[] = []
  visit(top)

  function visitAt(key: string | number, node: unknown) {
    path.push(key)
    if (path.length > DEEPEST) throw tooDeep(name, path)
    visit(node)
    path.pop()
  }

  function visit(node: unknown) {
    if (isSeq(node)) for (const [at, item] of node.items.entries()) visitAt(at, item)
    if (!isMap(node)) return
    const keys = new Set<string>()
    for (const { key, value } of node.items) {
      const word = String(isScalar(key) ? key.value : key)
      if (word !== '<<' && keys.has(word)) {
        const place = placeInWords([...path, word], lineOf([...path, word]))
        throw refusal(`${name}, ${place}: the key "${word}" is there twice; keep one of them`, 'SYNTAX')
      }
      keys.add(word)
      visitAt(word, value)
    }
  }
}

/** Counts with every alias in full: that is what everybody after this would walk through. */
function requireBounded({ value, lineOf }: ReadFile, name: string) {
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
