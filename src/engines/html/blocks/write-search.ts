// Buttons that open the search. They are links to its page, which the script of the site opens in place.
import { type Attribute, attributeValue } from '../../markdown/read/attributes.ts'
import { namedIcon } from '../icons.ts'
import { type Markup, markup } from '../markup.ts'
import type { WriteState } from './write-state.ts'

/** Where an assistant would be asked, there is the search. */
const ACTIONS = new Set(['search', 'ask'])
const LONGEST_QUERY = 200

/** How the link of such a button begins, up to its words; undefined for a button that does nothing here. */
export function beginSearch(
  state: WriteState,
  { name, attributes }: { name: string; attributes: readonly Attribute[] },
): Markup | undefined {
  const said = (what: string) => attributeValue(attributes, what) ?? ''
  if (name !== 'button' || !ACTIONS.has(said('data-action'))) return undefined
  const look = said('class').split(/\s+/).includes('secondary') ? 'secondary' : 'primary'
  const query = said('data-query').trim().slice(0, LONGEST_QUERY)
  const address = { placeholder: 'search' as const, query }
  return markup`<a class="button ${look}" href="${address}" data-query="${query}">${namedIcon(state.icons, said('data-icon'))}<span>`
}
