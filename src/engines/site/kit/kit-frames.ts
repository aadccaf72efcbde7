import { type Html, type HtmlPiece, html } from '../../html/html.ts'
import { attribute } from '../../html/markup.ts'
import { isObject, type JsonObject, listOf, objectOf } from '../../openapi/values.ts'
import { buttonView } from './kit-actions.ts'
import { bound, jsonOf, type KitState, MOST_FRAMES, webAddress } from './kit-state.ts'

/** Pages have no styles of their own inside, so a frame has the shape that comes nearest. */
const SHAPES = [
  { name: 'tall', ratio: 3 / 4 },
  { name: 'square', ratio: 1 },
  { name: 'photo', ratio: 4 / 3 },
  { name: 'video', ratio: 16 / 9 },
  { name: 'wide', ratio: 3 },
  { name: 'line', ratio: 6 },
] as const

/** A page of somebody else. It runs, but not as a page of ours; where the page lets none in from there, it is a link. */
export function frameView(state: KitState, frame: JsonObject): HtmlPiece {
  const url = webAddress(state, objectOf(frame.source).url)
  if (!url) return
  const isAllowed = !state.frames || state.frames.has(url.origin)
  const hasRoom = state.shownFrames.has(url.origin) || state.shownFrames.size < MOST_FRAMES
  if (!isAllowed || !hasRoom)
    return html`<a href="${url.href}" rel="noopener" target="_blank">${url.host}</a>`
  state.shownFrames.add(url.origin)
  const rights = ['allow-scripts', 'allow-popups', 'allow-forms', 'allow-presentation']
  if (!state.ownOrigins.includes(url.origin)) rights.push('allow-same-origin')
  const buttons = listOf(frame.buttons).filter(isObject).slice(0, 10)
  return html`
    <div class="kit-frame">
      <iframe class="kit-shape-${shapeOf(frame.aspectRatio)}" src="${url.href}" title="${url.host}" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen sandbox="${rights.join(' ')}"${dataOf(state, frame.data)}></iframe>
      ${buttons.length > 0 && html`<div class="kit-buttons">${buttons.map((button) => buttonView(state, button))}</div>`}
    </div>`
}

function shapeOf(ratio: unknown): string {
  const wanted = typeof ratio === 'number' && ratio > 0 ? ratio : 16 / 9
  const distance = (one: number) => Math.abs(Math.log(one / wanted))
  const [nearest = SHAPES[3]] = [...SHAPES].sort((a, b) => distance(a.ratio) - distance(b.ratio))
  return nearest.name
}

/** What the frame is told once it is ready, and which parts of that follow what the component remembers. */
function dataOf(state: KitState, data: unknown): Html | undefined {
  if (!isObject(data)) return
  const told: Record<string, unknown> = {}
  const follows: Record<string, string> = {}
  for (const [name, value] of Object.entries(data)) {
    told[name] = bound(state, value) ?? null
    if (isObject(value) && typeof value.$state === 'string') follows[name] = value.$state
  }
  return html`${attribute('data-kit-told', jsonOf(told))}${attribute('data-kit-follows', jsonOf(follows))}`
}
