// XLIFF 2 as it comes back. Whatever is wrong with one unit costs that unit alone; entities and document types of the
// file's own are never followed.
import { Parser } from 'htmlparser2'

export type ReadUnit = { page: string; key: string; target: string }
export type RefusedUnit = { unit: string; reason: string }
export type XliffRead = {
  sourceLanguage?: string
  language?: string
  units: ReadUnit[]
  refused: RefusedUnit[]
}

/** The file as a whole cannot be read; the message says what it should be. */
export class NotXliff extends Error {
  override readonly name = 'NotXliff'
}

const DEEPEST = 40
const LONGEST = 32 * 1024 * 1024

export function readXliff(xml: string): XliffRead {
  if (xml.length > LONGEST) throw new NotXliff('The file is longer than 32 MB: send it in parts')
  const reader = new Reader()
  const parser = new Parser(reader.handler, { xmlMode: true, decodeEntities: true })
  reader.stop = (reason) => {
    parser.reset()
    throw new NotXliff(reason)
  }
  reader.position = () => parser.endIndex
  parser.end(xml.replace(/^\ufeff/, ''))
  if (!reader.hasRoot) throw new NotXliff('This is not XLIFF: it has no <xliff> element')
  return reader.result
}

type Part = { isSegment: boolean; source?: string; target?: string }
type OpenUnit = { id: string; parts: Part[]; problem?: string }
type Attributes = Record<string, string>

class Reader {
  readonly result: XliffRead = { units: [], refused: [] }
  hasRoot = false
  stop: (reason: string) => never = (reason) => {
    throw new NotXliff(reason)
  }
  /** Where in the file the parser is. */
  position = () => 0
  private openedAt = -1
  private readonly path: string[] = []
  private page = ''
  private unit: OpenUnit | undefined
  private readonly seen = new Set<string>()
  /** The text that is being read, of a source or a target. */
  private text: string | undefined
  private readonly pairs: string[] = []

  readonly handler = {
    onprocessinginstruction: (name: string) => {
      if (/^!doctype/i.test(name)) this.stop('The file has a document type: take out the line <!DOCTYPE …>')
    },
    onopentag: (name: string, attributes: Attributes) => this.open(plainName(name), attributes),
    ontext: (text: string) => {
      if (this.text !== undefined) this.text += text
    },
    onclosetag: (name: string, isImplied: boolean) => this.close(plainName(name), isImplied),
  }

  private open(name: string, attributes: Attributes) {
    this.openedAt = this.position()
    this.path.push(name)
    if (this.path.length > DEEPEST) this.stop(`The file has elements inside each other ${DEEPEST} deep`)
    if (this.path.length === 1) this.root(name, attributes)
    if (this.text !== undefined) this.code(name, attributes)
    else if (name === 'file') this.page = attributes.id ?? ''
    else if (name === 'unit') this.unit = { id: attributes.id ?? '', parts: [] }
    else if (name === 'segment' || name === 'ignorable')
      this.unit?.parts.push({ isSegment: name === 'segment' })
    // Notes and matches have sources of their own.
    else if ((name === 'source' || name === 'target') && this.isInSegment()) this.begin()
  }

  private root(name: string, { version = '', srcLang, trgLang }: Attributes) {
    if (name !== 'xliff') this.stop(`This is not XLIFF: it begins with <${name.slice(0, 40)}>`)
    if (!/^2\.\d$/.test(version))
      this.stop(`This is XLIFF ${version.slice(0, 10) || 'without a version'}: send version 2.0 or 2.1`)
    this.hasRoot = true
    this.result.sourceLanguage = srcLang
    this.result.language = trgLang
  }

  private isInSegment() {
    const above = this.path.at(-2)
    return (above === 'segment' || above === 'ignorable') && this.path.at(-3) === 'unit'
  }

  private begin() {
    this.text = ''
    this.pairs.length = 0
  }

  /** An element inside a text. */
  private code(name: string, attributes: Attributes) {
    const { id = '', startRef, hex = '' } = attributes
    if (name === 'ph' || name === 'sc') this.text += this.sign(id)
    else if (name === 'pc') {
      this.pairs.push(id)
      this.text += this.sign(id)
    } else if (name === 'ec') this.text += this.sign(startRef ?? id, '/')
    else if (name === 'cp') this.text += characterOf(hex)
    // What is marked is text like any other.
    else if (name !== 'mrk' && name !== 'sm' && name !== 'em')
      this.fail(`<${name.slice(0, 40)}> is not allowed in a text: remove it`)
  }

  private sign(id: string, slash = '') {
    if (!/^[1-9]\d{0,3}$/.test(id))
      this.fail(`The id of an inline code is "${id.slice(0, 40)}": it was changed`)
    return `{${slash}${id}}`
  }

  private close(name: string, isImplied: boolean) {
    // One that closes itself is closed where it was opened.
    if (isImplied && this.position() !== this.openedAt)
      this.fail(`<${name.slice(0, 40)}> is not closed: the file is damaged here`)
    const isOfText = this.text !== undefined
    if (isOfText && name === 'pc') this.text += `{/${this.pairs.pop() ?? ''}}`
    if (isOfText && (name === 'source' || name === 'target') && this.isInSegment()) this.end(name)
    if (name === 'unit') this.finish()
    this.path.pop()
  }

  private end(name: 'source' | 'target') {
    const part = this.unit?.parts.at(-1)
    if (part) {
      if (part[name] !== undefined) this.fail(`<${name}> appears twice`)
      part[name] = this.text
    }
    this.text = undefined
  }

  private fail(reason: string) {
    if (this.unit) this.unit.problem ??= reason
    else if (this.hasRoot) this.refuse('', reason)
  }

  private refuse(unit: string, reason: string) {
    this.result.refused.push({ unit, reason })
  }

  private finish() {
    const { unit, page } = this
    this.unit = undefined
    this.text = undefined
    if (!unit) return
    const name = `${page}/${unit.id}`
    const problem = unit.problem ?? this.identityProblem(page, unit.id, name)
    this.seen.add(name)
    if (problem) return this.refuse(name, problem)
    const target = targetOf(unit.parts)
    if (target === 'partly')
      this.refuse(name, 'Only a part of its segments is translated: translate them all')
    else if (target) this.result.units.push({ page, key: unit.id, target: target.text })
  }

  private identityProblem(page: string, id: string, name: string) {
    if (page === '' || id === '') return 'The unit, or the file that it is in, has no id'
    return this.seen.has(name) ? 'The unit is in the file twice: the first one counts' : undefined
  }
}

/** Undefined where nothing is translated. Tools may cut a unit into several segments. */
function targetOf(parts: readonly Part[]): { text: string } | 'partly' | undefined {
  const segments = parts.filter(({ isSegment }) => isSegment)
  const isDone = ({ target }: Part) => target !== undefined && target.trim() !== ''
  if (!segments.some(isDone)) return undefined
  if (!segments.every(isDone)) return 'partly'
  return { text: parts.map(({ target, source }) => target ?? source ?? '').join('') }
}

function plainName(name: string) {
  return name.slice(name.indexOf(':') + 1)
}

function characterOf(hex: string) {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0xfffd
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}
