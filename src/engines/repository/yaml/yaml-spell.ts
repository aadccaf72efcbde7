import { isMap, parseYaml } from './yaml-parse.ts'

// How values are written in YAML. Each spelling is tried and read back before it is used.

export type YamlScalar = string | number | boolean
export type YamlValue = YamlScalar | readonly YamlScalar[] | { [key: string]: YamlValue }
export type YamlStyle = 'plain' | 'single' | 'double' | 'folded' | 'literal' | 'new'

const WIDTH = 80

/** A scalar as it is behind `key: `; further lines are indented below a key that is itself indented by `indent`. */
export function spellScalar(value: YamlScalar, style: YamlStyle, indent: string, taken: number): string {
  if (typeof value !== 'string') return String(value)
  const block = `${indent}  `
  const isLong = style === 'new' && taken + value.length > WIDTH
  for (const candidate of isLong ? ORDER.folded : ORDER[style]) {
    const spelt = SPELLINGS[candidate](value, block)
    if (spelt !== undefined && readsAs(spelt, value, indent)) return spelt
  }
  return SPELLINGS.double(value)
}

type Spelling = keyof typeof SPELLINGS

const ORDER: Record<YamlStyle, Spelling[]> = {
  plain: ['plain', 'single'],
  new: ['plain', 'single'],
  single: ['single'],
  double: ['double'],
  folded: ['folded', 'literal'],
  literal: ['literal'],
}

const SPELLINGS = {
  plain: (value: string) => (looksLikeOther(value) ? undefined : value),
  single: (value: string) => (NOT_PLAIN.test(value) ? undefined : `'${value.replaceAll("'", "''")}'`),
  double: (value: string) =>
    JSON.stringify(value).replace(
      UNPRINTABLE,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  folded: (value: string, indent: string) =>
    NOT_PLAIN.test(value) ? undefined : [`>-`, ...folded(value, WIDTH - indent.length)].join(`\n${indent}`),
  literal: (value: string, indent: string) => {
    if (/\r/.test(value) || UNPRINTABLE_ONCE.test(value)) return undefined
    const lines = value.replace(/\n$/, '').split('\n')
    const header = value.endsWith('\n') ? '|' : '|-'
    return [header, ...lines.map((line) => (line === '' ? '' : indent + line))].join('\n')
  },
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these need an escape
const NOT_PLAIN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const UNPRINTABLE_ONCE = new RegExp(UNPRINTABLE.source)

/** Other readers take more words for something else than text. */
function looksLikeOther(value: string): boolean {
  if (NOT_PLAIN.test(value)) return true
  return (
    /^(?:y|yes|n|no|on|off|true|false|null|~|=|<<)$/i.test(value) ||
    /^[-+.]?\d[\d\s_:.,+TZtzeExo-]*$/.test(value)
  )
}

/** Lines are parted only at single blanks between words, which folding turns back into just that. */
function folded(value: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of value.split(/(?<=[^\s]) (?=[^\s])/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

function readsAs(spelt: string, value: string, indent: string): boolean {
  const document = parseYaml(`${indent}k: ${spelt}\n${indent}l: 1\n`)
  if ('refused' in document || !isMap(document.contents) || document.contents.items.length !== 2) return false
  return document.errors.length === 0 && document.get('k') === value && document.get('l') === 1
}

/** A whole entry, with `\n` at the end of each of its lines. */
export function spellEntry(key: string, value: YamlValue, indent: string): string {
  const head = `${indent}${spellKey(key)}:`
  if (typeof value !== 'object') return `${head} ${spellScalar(value, 'new', indent, head.length + 1)}\n`
  if (isList(value)) return `${head}\n${value.map((item) => spellItem(item, `${indent}  `)).join('')}`
  const inner = Object.entries(value).map(([name, each]) => spellEntry(name, each, `${indent}  `))
  return inner.length === 0 ? `${head} {}\n` : `${head}\n${inner.join('')}`
}

/** `Array.isArray` does not know lists that nobody may change. */
function isList(value: YamlValue): value is readonly YamlScalar[] {
  return Array.isArray(value)
}

function spellItem(value: YamlScalar, indent: string): string {
  return `${indent}- ${spellScalar(value, 'plain', indent, 0)}\n`
}

function spellKey(key: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(key) && !looksLikeOther(key)) return key
  return SPELLINGS.single(key) ?? SPELLINGS.double(key)
}
