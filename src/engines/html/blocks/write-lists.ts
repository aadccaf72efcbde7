import type { Block, ListItem, OrderedList, TaskList, UnorderedList } from '../../markdown/document.ts'
import { alreadyHtml, type Html, html } from '../html.ts'
import { attribute, type Markup, markup, say } from '../markup.ts'
import { directionOf, type HtmlSpot, inside, type WriteState, writeInside } from './write-state.ts'

type List = OrderedList | UnorderedList | TaskList

const LAST_START = 1_000_000_000

export function writeOrdered(state: WriteState, list: OrderedList, spot: HtmlSpot): Markup {
  const start = Math.floor(list.data.start ?? 1)
  const isUsual = !(start >= 0 && start < LAST_START) || start === 1
  const attributes = html`${attribute('start', isUsual ? undefined : start)}`
  return writeList(state, list, spot, { tag: 'ol', attributes })
}

export function writeUnordered(state: WriteState, list: UnorderedList, spot: HtmlSpot): Markup {
  if (list.nodes.some(isTask)) return writeTasks(state, list, spot)
  return writeList(state, list, spot, { tag: 'ul', attributes: html`` })
}

export function writeTasks(state: WriteState, list: TaskList | UnorderedList, spot: HtmlSpot): Markup {
  return writeList(state, list, spot, { tag: 'ul', attributes: html` class="tasks"` })
}

type Frame = { tag: 'ol' | 'ul'; attributes: Html }

function writeList(state: WriteState, list: List, spot: HtmlSpot, { tag, attributes }: Frame): Markup {
  const name = alreadyHtml(tag)
  const items = list.nodes.map((item) => writeItem(state, item, list, spot))
  return markup`<${name}${attributes}${directionOf(state, list.nodes)}>${items}</${name}>`
}

function writeItem(state: WriteState, item: ListItem, list: List, spot: HtmlSpot): Markup {
  const isTight = !list.meta?.loose && item.nodes.every(staysClose)
  const body = writeInside(state, item.nodes, inside(spot, { isTight, isOutlined: false }))
  if (list.type !== 'list-tasks' && !isTask(item)) return markup`<li>${body}</li>`
  return markup`<li class="task">${tick(item.data?.checked === true)}<div>${body}</div></li>`
}

/** Words in the line of the mark, and lists below them; all else needs elements to keep its distance. */
function staysClose({ type }: Block, at: number): boolean {
  return at === 0 || type.startsWith('list-')
}

function isTask({ data }: ListItem): boolean {
  return data?.checked !== undefined
}

/** A box that cannot be ticked is no form: it only shows how things are. */
export function tick(isDone: boolean): Markup {
  return isDone
    ? markup`<span class="tick done" role="img" aria-label="${say('done')}"></span>`
    : markup`<span class="tick" role="img" aria-label="${say('open')}"></span>`
}
