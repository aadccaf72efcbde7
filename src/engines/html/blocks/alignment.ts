import type { HtmlElement } from '../../markdown/html/html-tree.ts'
import { attributeValue } from '../../markdown/read/attributes.ts'
import type { Html } from '../html.ts'
import { attribute } from '../markup.ts'

export function divisionClass(tag: Pick<HtmlElement, 'name' | 'attributes'>): Html | undefined {
  return attribute('class', ['division', alignOf(tag)].filter((name) => name).join(' '))
}

export function alignOf(element: Pick<HtmlElement, 'name' | 'attributes'>): string | undefined {
  const align =
    element.name === 'center' ? 'center' : attributeValue(element.attributes, 'align')?.toLowerCase()
  return align === 'left' || align === 'center' || align === 'right' ? `align-${align}` : undefined
}
