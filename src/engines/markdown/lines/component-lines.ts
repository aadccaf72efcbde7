// Components of Docusaurus: tabs, each on a line of its own, and what brings them into a page.
import { indentOf } from './line-indent.ts'
import { linesInPlaceOf, type SourceLine } from './source-line.ts'

const TABS = /^[ \t]*<(\/?)Tabs\b[^>]*>[ \t]*$/
const TAB_ITEM = /^[ \t]*<(\/?)TabItem\b([^>]*)>[ \t]*$/
const IMPORT = /^import [^'"]{1,200} from ['"]@(?:theme|site)\/[^'"]{1,200}['"];?[ \t]*$/

/** What is read in place of a component; undefined for any other line. */
export function componentLines(line: SourceLine): SourceLine[] | undefined {
  const tag = tagFor(line.text)
  if (tag === undefined) return IMPORT.test(line.text) ? [] : undefined
  return linesInPlaceOf(line, ['', `${indentOf(line.text)}{% ${tag} %}`, ''])
}

function tagFor(text: string): string | undefined {
  const [, endsTabs] = TABS.exec(text) ?? []
  if (endsTabs !== undefined) return endsTabs ? 'endtabs' : 'tabs'
  const [, endsTab, attributes = ''] = TAB_ITEM.exec(text) ?? []
  if (endsTab === undefined) return undefined
  return endsTab ? 'endtab' : `tab title="${labelIn(attributes).replaceAll('"', "'")}"`
}

function labelIn(attributes: string): string {
  const named = (name: string) => new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const [, double, single] = named('label') ?? named('value') ?? []
  return double ?? single ?? ''
}
