// Whether a document from outside has the types that the code of this folder relies on. What is missing is filled in
// later and what nobody reads may be anything, so both are fine; a value that is read must be what it is read as. How
// deep a body may be nested is decided at the door of the server, for all bodies alike.
//
// Where a reference leads is not judged here: `javascript:` in a link is kept as the author's text, like all they
// write. Whoever shows a document as a page decides which targets become links.
import { requireShortDocument } from '../../content/long-work.ts'
import { own } from '../nodes.ts'
import { oldApiType } from '../read/tags.ts'

/** The path of the first value that is wrong, and what would be right; undefined when there is none. */
export function checkDocument(document: unknown): string | undefined {
  requireShortDocument(document)
  return root(document)?.replace(/^[. ]/, '')
}

/** Undefined when the value is right. Otherwise what is wrong, after the path to it from this value. */
type Check = (value: unknown) => string | undefined

function demand(what: string, isRight: (value: unknown) => boolean): Check {
  return (value) => (isRight(value) ? undefined : ` must be ${what}`)
}

const string = demand('a string', (value) => typeof value === 'string')
const flag = demand('true or false', (value) => typeof value === 'boolean')
const number = demand('a number', (value) => Number.isFinite(value))
const object = demand('an object', isObject)
const array = demand('an array', Array.isArray)
const length = demand(
  'a number, or an object with a unit and a value',
  (value) => Number.isFinite(value) || (isObject(value) && isLength(value)),
)

function whole(from: number, to: number): Check {
  const isRight = (value: unknown) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to
  return demand(`a whole number from ${from} to ${to}`, isRight)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLength({ unit, value }: Record<string, unknown>): boolean {
  return typeof unit === 'string' && Number.isFinite(value)
}

/** An object whose fields, where they are there, are right. */
function fields(checks: Record<string, Check>): Check {
  const all = Object.entries(checks)
  return (value) => {
    if (!isObject(value)) return object(value)
    for (const [name, check] of all) {
      const problem = value[name] === undefined ? undefined : check(value[name])
      if (problem) return `.${name}${problem}`
    }
    return undefined
  }
}

/** An object that has whatever names, or an array. */
function every(holder: Check, check: Check): Check {
  return (value) => {
    const problem = holder(value)
    if (problem) return problem
    // By name: a list of all names and values would be as large as what they name.
    for (const name in value ?? {}) {
      const inner = check(Reflect.get(value ?? {}, name))
      if (inner) return `.${name}${inner}`
    }
    return undefined
  }
}

function list(check: Check): Check {
  return every(array, check)
}

function table(check: Check): Check {
  return every(object, check)
}

const strings = list(string)

/** What each kind of reference must name. */
const REFS: Record<string, string> = {
  url: 'url',
  file: 'file',
  page: 'page',
  anchor: 'anchor',
  user: 'user',
  collection: 'collection',
  space: 'space',
  'reusable-content': 'reusableContent',
  openapi: 'spec',
}

function ref(value: unknown): string | undefined {
  if (!isObject(value)) return object(value)
  const name = typeof value.kind === 'string' ? own(REFS, value.kind) : undefined
  if (name === undefined) return `.kind must be one of ${Object.keys(REFS).join(', ')}`
  const problem = string(value[name])
  return problem ? `.${name}${problem}` : refPlace(value)
}

const refPlace = fields({ page: string, space: string })

function cell(value: unknown): string | undefined {
  if (Array.isArray(value)) return strings(value)
  if (!isObject(value)) return undefined
  if ('kind' in value) return ref(value)
  const problem = ref(value.ref)
  return problem ? `.ref${problem}` : cellImage(value)
}

const cellImage = fields({ refDark: ref, objectFit: string })

const keptCell = demand(
  'an object with value and source as strings',
  (value) => isObject(value) && typeof value.value === 'string' && typeof value.source === 'string',
)

const meta = fields({
  id: string,
  markdown: string,
  attributes: strings,
  parts: table(strings),
  depth: whole(1, 6),
  anchor: string,
  loose: flag,
  breaks: list(number),
  form: string,
  title: string,
  label: string,
  conditions: strings,
  body: string,
  target: string,
  cells: table(keptCell),
})

const definition = fields({
  type: string,
  title: string,
  textAlignment: string,
  verticalAlignment: string,
  multiple: flag,
  max: number,
  options: list(fields({ value: string, label: string, color: string })),
})

const view = fields({
  type: string,
  columns: strings,
  columnWidths: table(number),
  hideHeader: flag,
  cardSize: string,
  targetDefinition: string,
  coverDefinition: string,
  coverDefinitionDark: string,
  hideColumnTitle: flag,
})

const label = demand('a string without a comma', (value) => typeof value === 'string' && !value.includes(','))
const props = table(demand('a string or true', (value) => typeof value === 'string' || value === true))

function apiTag(type: string, what: string): Check {
  return demand(what, (value) => typeof value === 'string' && oldApiType(value) === type)
}

const heading = { id: string, align: string }
const image = { ref, refDark: ref, alt: string }

/** What is read of `data`, by the type of the node. */
const DATA: Record<string, Check> = {
  paragraph: fields({ align: string }),
  'heading-1': fields(heading),
  'heading-2': fields(heading),
  'heading-3': fields(heading),
  'list-ordered': fields({ start: whole(0, 999_999_999) }),
  'list-item': fields({ checked: flag }),
  hint: fields({ style: string }),
  if: fields({ expression: string }),
  images: fields({ align: string, fullWidth: flag, withFrame: flag }),
  image: fields({ ...image, width: length, height: length }),
  file: fields({ ref }),
  drawing: fields({ ref, refDark: ref }),
  embed: fields({ url: string, fullWidth: flag }),
  'code-line': fields({ highlighted: flag }),
  code: fields({ syntax: string, title: string, overflow: string, lineNumbers: flag, fullWidth: flag }),
  math: fields({ formula: string }),
  tabs: fields({ fullWidth: flag }),
  'tabs-item': fields({ title: string }),
  swagger: fields({ ref, path: string, method: string, expanded: flag, fullWidth: flag }),
  'openapi-operation': fields({ ref, path: string, method: string }),
  'openapi-schemas': fields({ ref, schemas: strings, grouped: flag }),
  'openapi-webhook': fields({ ref, name: string, method: string }),
  'content-ref': fields({ ref }),
  integration: fields({ integration: string, block: string, props: object, url: string, fullWidth: flag }),
  'reusable-content': fields({ ref }),
  'stepper-step': fields({ icon: string }),
  columns: fields({ fullWidth: flag }),
  column: fields({ width: length, verticalAlignment: string }),
  updates: fields({ format: string }),
  update: fields({ date: string, tags: list(label) }),
  prompt: fields({
    description: string,
    icon: string,
    defaultExpanded: string,
    openInAIProviders: flag,
  }),
  'api-method': fields({ tag: apiTag('api-method', 'swagger or api-method'), props }),
  'api-method-part': fields({
    tag: apiTag('api-method-part', 'the name of a part, such as swagger-response or api-method-parameter'),
    props,
  }),
  table: fields({
    view,
    definition: table(definition),
    records: table(fields({ orderIndex: string, values: table(cell) })),
    fullWidth: flag,
  }),
  link: fields({ ref }),
  emoji: fields({ code: string }),
  icon: fields({ icon: string }),
  expression: fields({ expression: string }),
  'inline-math': fields({ formula: string }),
  'inline-image': fields({ ...image, caption: string, size: string }),
  mention: fields({ ref }),
  button: fields({ label: string, kind: string, icon: string, ref }),
}

const mark = fields({ type: string, data: fields({ text: string, background: string }) })
const leaf = fields({ text: string, marks: list(mark) })
const fragment = fields({ fragment: string, type: string, key: string, nodes: list(node) })

/** Blocks and inlines of every type, also of those nobody knows: references are looked for in all of them. */
const anyNode = fields({
  object: string,
  type: string,
  data: object,
  meta,
  leaves: list(leaf),
  nodes: list(node),
  fragments: list(fragment),
})

/** Anything else would be written as an entry without a date, which nobody meant. */
const entries = list((value) => {
  const isEntry = !isObject(value) || value.type === undefined || value.type === 'update'
  return isEntry ? undefined : '.type must be update: a block of updates holds nothing else'
})

function node(value: unknown): string | undefined {
  const problem = anyNode(value)
  if (problem || !isObject(value) || typeof value.type !== 'string') return problem
  const inNodes = value.type === 'updates' && value.nodes !== undefined ? entries(value.nodes) : undefined
  if (inNodes) return `.nodes${inNodes}`
  if (value.data === undefined) return undefined
  const inData = own(DATA, value.type)?.(value.data)
  return inData && `.data${inData}`
}

const root = fields({ data: fields({ definitions: strings }), nodes: list(node) })
