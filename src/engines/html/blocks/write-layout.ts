import type { Block } from '../../markdown/document.ts'
import { plainTitle } from '../../markdown/read/titles.ts'
import { html } from '../html.ts'
import { namedIcon } from '../icons.ts'
import { attribute, type Markup, markup, say } from '../markup.ts'
import { widthClass } from './lengths.ts'
import {
  anchorOf,
  aside,
  direction,
  groupName,
  type HtmlSpot,
  inside,
  otherNames,
  saidOf,
  type WriteState,
  writeInside,
} from './write-state.ts'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

/**
 * Radio buttons, of which styles show the text of the one that is chosen: they work without a script and by keyboard, and
 * nothing jumps when one arrives.
 */
export function writeTabs(state: WriteState, { nodes, data }: Of<'tabs'>, spot: HtmlSpot): Markup {
  const name = groupName(state, 'tabs')
  const tabs = nodes.map((tab, at) => {
    const icon = namedIcon(state.icons, saidOf(tab, 'icon'))
    const title = plainTitle(tab.data.title ?? '') || say('tab', { number: at + 1 })
    return markup`
      <div class="tab">
        <label class="tab-title">
          <input type="radio" name="${name}"${attribute('checked', at === 0)}>${icon}<span${direction(state)}>${title}</span>
        </label>
        <div class="tab-panel"${anchorOf(state, tab)}>${otherNames(state, [tab.meta?.formerId])}${writeInside(state, tab.nodes, aside(spot))}</div>
      </div>`
  })
  return markup`<div class="tabs${data?.fullWidth ? ' full-width' : ''}">${tabs}</div>`
}

export function writeStepper(state: WriteState, { nodes }: Of<'stepper'>, spot: HtmlSpot): Markup {
  const steps = nodes.map((step) => {
    const icon = namedIcon(state.icons, step.data.icon)
    return markup`<li class="step">${icon && html`<span class="step-icon">${icon}</span>`}${writeInside(state, step.nodes, inside(spot))}</li>`
  })
  return markup`<ol class="stepper">${steps}</ol>`
}

export function writeColumns(state: WriteState, { nodes, data }: Of<'columns'>, spot: HtmlSpot): Markup {
  const columns = nodes.map((column) => {
    const { width, verticalAlignment: down } = column.data
    const names = [
      'column',
      widthClass(width),
      down === 'middle' || down === 'bottom' ? `at-${down}` : undefined,
    ]
    const name = names.filter((one) => one !== undefined).join(' ')
    return markup`<div class="${name}">${writeInside(state, column.nodes, inside(spot))}</div>`
  })
  return markup`<div class="columns${data.fullWidth ? ' full-width' : ''}">${columns}</div>`
}

export function writeUpdates(state: WriteState, { nodes }: Of<'updates'>, spot: HtmlSpot): Markup {
  const updates = nodes.map((update) => {
    const { date, tags = [] } = update.data
    const names = tags.map((tag) => markup`<li class="tag">${tag}</li>`)
    return markup`
      <article class="update"${anchorOf(state, update)}>
        <header class="update-head">
          ${date ? { placeholder: 'date', date } : undefined}
          ${names.length > 0 && markup`<ul class="tags">${names}</ul>`}
        </header>
        <div class="update-body">${writeInside(state, update.nodes, inside(spot))}</div>
      </article>`
  })
  return markup`<div class="updates">${updates}</div>`
}
