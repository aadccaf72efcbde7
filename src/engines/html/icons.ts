import { alreadyHtml, type Html, html } from './html.ts'
import type { Icon, Icons } from './written-document.ts'

/** Drawn in the colour of the text around it, and as high as its letters. */
function drawIcon({ width, height, path }: Icon): Html {
  if (!/^[\w\s,.+-]*$/.test(path)) return html``
  return html`<svg class="icon" viewBox="0 0 ${width} ${height}" fill="currentColor" aria-hidden="true"><path d="${path}"/></svg>`
}

export function namedIcon(icons: Icons | undefined, name: string | undefined): Html | undefined {
  const icon = name ? icons?.(name) : undefined
  return icon && drawIcon(icon)
}

/** The few signs of our own, in a box of 16, drawn with a line. */
const SIGNS = {
  info: 'M8 7.25v3.5M8 5.1v.01M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0Z',
  success: 'm5.4 8.2 1.8 1.8 3.4-3.8M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0Z',
  warning:
    'M8 6.25v2.9M8 11.4v.01M6.9 2.5 1.6 11.9a1.27 1.27 0 0 0 1.1 1.9h10.6a1.27 1.27 0 0 0 1.1-1.9L9.1 2.5a1.27 1.27 0 0 0-2.2 0Z',
  danger: 'M8 4.9v3.6M8 10.9v.01M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4L5.4 1.75Z',
  file: 'M9 1.75H4.5c-.7 0-1.25.55-1.25 1.25v10c0 .7.55 1.25 1.25 1.25h7c.7 0 1.25-.55 1.25-1.25V5.5L9 1.75Zm0 0V5.5h3.75',
  copy: 'M6 5.75h6.5c.4 0 .75.35.75.75V13c0 .4-.35.75-.75.75H6a.75.75 0 0 1-.75-.75V6.5c0-.4.35-.75.75-.75ZM10.75 5.5V3a.75.75 0 0 0-.75-.75H3.5a.75.75 0 0 0-.75.75v6.5c0 .4.35.75.75.75H5',
  check: 'm3 8.6 3.2 3.2L13 4.6',
  arrow: 'm6.25 3.75 4.5 4.25-4.5 4.25',
  away: 'M6 3.25H3.25v9.5h9.5V10M9 2.75h4.25V7M13 3 7.5 8.5',
  download: 'M8 2.25v7.5m0 0L5 6.75m3 3 3-3M2.75 11v1.75c0 .55.45 1 1 1h8.5c.55 0 1-.45 1-1V11',
  spark: 'M8 1.75 9.6 6.4 14.25 8 9.6 9.6 8 14.25 6.4 9.6 1.75 8 6.4 6.4 8 1.75Z',
} as const

type Sign = keyof typeof SIGNS

export function sign(name: Sign): Html {
  return alreadyHtml(
    `<svg class="sign" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${SIGNS[name]}"/></svg>`,
  )
}
