import { alreadyHtml } from '../html/html.ts'

function icon(path: string): ReturnType<typeof alreadyHtml> {
  return alreadyHtml(
    `<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  )
}

export const menuIcon = icon('<path d="M2 4h12M2 8h12M2 12h8"/>')
export const searchIcon = icon('<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3 3"/>')
export const closeIcon = icon('<path d="m4 4 8 8M12 4l-8 8"/>')
export const themeIcon = icon(
  '<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor"/>',
)
