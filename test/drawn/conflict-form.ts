// A page of the console with conflicts, read as a browser reads it: what is displayed, and what its forms would send.
import { DomUtils, parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>
type Element = Parameters<typeof DomUtils.getInnerHTML>[0]

export type Shown = { ours: string; theirs: string }
export type ConflictForm = {
  /** Everything that is in it before anybody chooses. */
  fields: Record<string, string>
  /** What is displayed of both sides of all lines in conflict, by their ids, and what stands in the field for an own text. */
  hunks: Map<string, Shown & { own: string }>
  /** Of the choice about all else. */
  rest?: Shown
  /** What readers would see of an own text, by the ids of lines. */
  previews: Map<string, string>
}

export function conflictForm(body: string, id: string): ConflictForm {
  // Browsers read line breaks as one letter.
  const form = all(parseDocument(body.replaceAll('\r\n', '\n')), 'form').find(
    (one) => field(one, 'id') === id,
  )
  if (!form) throw new Error('There is no form about it')
  const fields: Record<string, string> = {}
  for (const input of all(form, 'input'))
    if (input.attribs.type === 'hidden' || 'checked' in input.attribs)
      fields[input.attribs.name ?? ''] = input.attribs.value ?? ''
  const hunks: ConflictForm['hunks'] = new Map()
  const previews: ConflictForm['previews'] = new Map()
  let rest: Shown | undefined
  for (const set of all(form, 'fieldset')) {
    const [area] = all(set, 'textarea')
    const sides = shownIn(set)
    if (!area) {
      rest ??= sides
      continue
    }
    const name = area.attribs.name ?? ''
    // The line break behind the tag is not part of the text; the parser leaves its entities to us.
    const own = DomUtils.textContent(parseDocument(DomUtils.textContent(area).replace(/^\n/, '')))
    fields[name] = own
    hunks.set(name.replace('own-', ''), { ...sides, own })
    const [preview] = byClass(set, 'panel')
    if (preview) previews.set(name.replace('own-', ''), markupOf(preview))
  }
  return { fields, hunks, previews, ...(rest && { rest }) }
}

/** Markup as a browser has it: how letters were escaped does not matter. */
export const asMarkup = (html: string) => DomUtils.getInnerHTML(parseDocument(html)).trim()

function shownIn(set: Element): Shown {
  const [ours, theirs] = byClass(set, 'shown')
  if (!ours || !theirs) throw new Error('A side is missing')
  return { ours: markupOf(ours), theirs: markupOf(theirs) }
}

function markupOf(element: Element) {
  const [content] = byClass(element, 'content')
  return DomUtils.getInnerHTML(content ?? element).trim()
}

function all(within: Node | Element, tag: string) {
  return DomUtils.getElementsByTagName(tag, within, true)
}

function byClass(within: Element, name: string) {
  return DomUtils.getElementsByClassName(name, within, true)
}

function field(form: Element, name: string) {
  return all(form, 'input').find(({ attribs }) => attribs.name === name)?.attribs.value
}
