// Units as XLIFF 2.1, which the tools of translators read: a file a page, a unit a unit.
import { PLACEHOLDER } from './inline-text.ts'
import type { ShownPlaceholder } from './units.ts'

export type UnitState = 'missing' | 'outdated' | 'translated'

export type ListedUnit = {
  page: string
  key: string
  kind: string
  state: UnitState
  source: string
  placeholders: ShownPlaceholder[]
  /** Of a unit that is translated. */
  target?: string
  /** A translation of what stood there before, or of the same words elsewhere; nobody has said that it fits. */
  suggestion?: string
  previousSource?: string
}

/** What a page is called, and where it stands. */
export type UnitPage = { id: string; title: string; path: string }

export type XliffFile = {
  sourceLanguage: string
  language: string
  pages: { page: UnitPage; units: ListedUnit[] }[]
}

export function writeXliff({ sourceLanguage, language, pages }: XliffFile): string {
  const files = pages.map(({ page, units }) =>
    [
      `  <file id="${attribute(page.id)}" original="${attribute(page.path)}">`,
      `    <notes><note category="page">${content(page.title)}</note></notes>`,
      ...units.map(unitLines),
      '  </file>\n',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${attribute(sourceLanguage)}" trgLang="${attribute(language)}">\n`,
    ...files,
    '</xliff>\n',
  ].join('')
}

function unitLines(unit: ListedUnit): string {
  const { key, kind, state, source, target, suggestion, previousSource, placeholders } = unit
  const notes = [
    note('kind', kind),
    // A note rather than a target: a file that comes back as it was must not say that an old translation is right.
    suggestion === undefined ? '' : note('suggestion', suggestion),
    previousSource === undefined ? '' : note('previous-source', previousSource),
  ]
  const isTranslated = state === 'translated' && target !== undefined
  const states = `state="${isTranslated ? 'translated' : 'initial'}" subState="quire:${state}"`
  return [
    `    <unit id="${attribute(key)}">`,
    `      <notes>${notes.join('')}</notes>`,
    `      <segment ${states}>`,
    `        <source xml:space="preserve">${inline(source, placeholders)}</source>`,
    ...(isTranslated
      ? [`        <target xml:space="preserve">${inline(target, placeholders)}</target>`]
      : []),
    '      </segment>',
    '    </unit>',
  ].join('\n')
}

function note(category: string, text: string) {
  return `<note category="${category}">${content(text)}</note>`
}

/** Placeholders are the inline codes of the format; `disp` is what tools show in their place. */
function inline(text: string, placeholders: readonly ShownPlaceholder[]): string {
  let out = ''
  let at = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [sign, slash, number] = match
    out += withCodes(text.slice(at, match.index))
    at = match.index + sign.length
    const placeholder = placeholders[Number(number) - 1]
    if (slash) out += '</pc>'
    else if (placeholder?.kind === 'pair') out += `<pc id="${number}" ${shownStart(placeholder.shown)}>`
    else out += `<ph id="${number}" disp="${attribute(placeholder?.shown ?? '')}"/>`
  }
  return out + withCodes(text.slice(at))
}

function shownStart(shown: string) {
  return `dispStart="${attribute(shown)}"`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Characters that XML has no way to write are elements of the format. */
function withCodes(text: string) {
  let out = ''
  let at = 0
  for (const match of text.matchAll(NOT_IN_XML)) {
    const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    out += `${escaped(text.slice(at, match.index))}<cp hex="${code}"/>`
    at = match.index + 1
  }
  return out + escaped(text.slice(at))
}

function content(text: string) {
  return escaped(text.replace(NOT_IN_XML, '\ufffd'))
}

function attribute(text: string) {
  return content(text).replace(/[\n\t]/g, ' ')
}

function escaped(text: string) {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}
