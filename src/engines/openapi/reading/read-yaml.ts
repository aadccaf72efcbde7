// The second way to the yaml package, with limits as in repository/yaml-parse.ts: its parser is a loop and is stopped at
// the first level too many; what comes behind it recurses. A description is longer than any configuration, so this one is
// only used where it can be ended.
import {
  Composer,
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
} from 'yaml'
import { isObject } from '../values.ts'
import {
  DEEPEST,
  type FilePath,
  type ParsedFile,
  placeInWords,
  refusal,
  SpecRefusal,
  tooDeep,
} from './refusal.ts'
import { readInPieces, type YamlBlock } from './yaml-blocks.ts'

const MEGABYTE = 1024 * 1024
/** Takes a second for each. */
const LARGEST = 12 * MEGABYTE
/** As one tree it takes forty times its size. */
const LARGEST_WHOLE = 8 * MEGABYTE
/** What is longer is read in pieces, if it has any. */
const LONG = MEGABYTE
/** Anchors and aliases. */
const MOST_MARKS = 10_000

export function readYaml(text: string, name: string): ParsedFile {
  if (text.length > LARGEST)
    throw refusal(
      `${name} is larger than the ${LARGEST / MEGABYTE} MB of YAML that are accepted; ${ADVICE}`,
      'TOO_LARGE',
    )
  const problems: string[] = []
  const inPieces = text.length > LONG ? readLong(text, name, problems) : undefined
  if (inPieces) return inPieces
  const [problem] = problems
  const why = problem === undefined ? '' : ` (${problem})`
  if (text.length > LARGEST_WHOLE)
    throw refusal(
      `${name} is larger than the ${LARGEST_WHOLE / MEGABYTE} MB of YAML that are accepted where it cannot be read in parts${why}; ${ADVICE}`,
      'TOO_LARGE',
    )
  return readWhole(text, name)
}

const ADVICE = 'send it as JSON'

/** Undefined where something is wrong, or its pieces need one another: who reads all of it can tell. `problems` are those of pieces. */
function readLong(text: string, name: string, problems: string[]): ParsedFile | undefined {
  // It puts what another piece says into this one.
  if (/^\s*<<\s*:/m.test(text)) return
  const found = readInPieces(text, ({ from, to }) => {
    try {
      const { value } = readWhole(text.slice(from, to), name)
      return isObject(value) ? { ...value } : undefined
    } catch (error) {
      if (!(error instanceof SpecRefusal)) throw error
      problems.push(error.message)
      return
    }
  })
  return found && { value: found.value, lineOf: (path) => lineInPieces(text, found.block, path) }
}

function lineInPieces(text: string, top: YamlBlock, path: FilePath) {
  let block = top
  for (const [at, key] of path.entries()) {
    const below = block.entries?.get(String(key))
    if (!below) break
    block = below
    if (block.entries) continue
    const inside = readWhole(text.slice(block.from, block.to), '').lineOf(path.slice(at))
    return inside === undefined ? undefined : linesBefore(text, block.from) + inside
  }
  return linesBefore(text, block.from) + 1
}

function linesBefore(text: string, end: number) {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function readWhole(text: string, name: string): ParsedFile {
  const lines = new LineCounter()
  // To look for keys that are there twice, it would compare each with all others.
  const composer = new Composer({ uniqueKeys: false, merge: true, prettyErrors: false, logLevel: 'silent' })
  const documents = composer.compose(tokensOf(text, name, lines), true, text.length)
  const document = documents.next().value as Document | undefined
  const [error] = document?.errors ?? []
  if (!document || error) {
    const line = error ? `, line ${lines.linePos(error.pos[0]).line}` : ''
    throw refusal(
      `${name}${line}: this is not valid YAML: ${error?.message ?? 'there is nothing in it'}`,
      'SYNTAX',
    )
  }
  if (!isMap(document.contents) && !isSeq(document.contents))
    throw refusal(`${name} is plain text, and not a specification in JSON or YAML`, 'NOT_A_SPECIFICATION')
  const lineOf = (path: FilePath) => lineOfNode(document.contents, path, lines)
  requireOnce(document.contents, name, lineOf)
  return { value: readValue(document, name), lineOf }
}

function* tokensOf(text: string, name: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  let [marks, isText] = [0, false]
  for (const lexeme of new Lexer().lex(text)) {
    const type = isText ? 'scalar' : CST.tokenType(lexeme)
    // It announces a text, whatever that looks like.
    isText = !isText && lexeme === CST.SCALAR
    if (type === 'anchor' || type === 'alias') marks++
    if (marks > MOST_MARKS)
      throw refusal(`${name} has more than ${MOST_MARKS} anchors and aliases`, 'TOO_LARGE')
    yield* parser.next(lexeme)
    if (parser.stack.length > DEEPEST + 1) {
      const { line } = lines.linePos(parser.offset)
      throw tooDeep(`${name}, line ${line},`)
    }
  }
  yield* parser.end()
}

/** Aliases become the same value again, which costs nothing; how much it is in full is counted by whoever reads it. */
function readValue(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 })
  } catch (error) {
    if (error instanceof ReferenceError)
      throw refusal(`${name}: an alias refers to nothing, or to something that contains it`, 'SYNTAX')
    throw error
  }
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

function requireOnce(top: unknown, name: string, lineOf: ParsedFile['lineOf']) {
  const path: (string | number)[] = []
  visit(top)

  function visitAt(key: string | number, node: unknown) {
    path.push(key)
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
        throw refusal(`${name}, ${place}: the key "${word}" is used twice; keep one of them`, 'SYNTAX')
      }
      keys.add(word)
      visitAt(word, value)
    }
  }
}
