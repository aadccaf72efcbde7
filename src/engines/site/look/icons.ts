import { alreadyHtml } from '../../html/html.ts'

// Their weight is that of the look's icons, by the style sheet.
function icon(path: string) {
  return alreadyHtml(`<svg class="ui" viewBox="0 0 16 16" aria-hidden="true">${path}</svg>`)
}

export const menuIcon = icon('<path d="M2 4h12M2 8h12M2 12h8"/>')
export const searchIcon = icon('<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3 3"/>')
export const closeIcon = icon('<path d="m4 4 8 8M12 4l-8 8"/>')
export const lightIcon = icon(
  '<circle cx="8" cy="8" r="3"/><path d="M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7"/>',
)
export const darkIcon = icon('<path d="M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1z"/>')
export const languageIcon = icon(
  '<circle cx="8" cy="8" r="6"/><path d="M2 8h12M8 2c4 4 4 8 0 12M8 2C4 6 4 10 8 14"/>',
)
export const outlineIcon = icon('<path d="M2 4h12M5 8h9M5 12h6"/>')
export const copyIcon = icon(
  '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5"/>',
)
export const pdfIcon = icon(
  '<path d="M4 1.5h5L13 5.5V13a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 13V3a1.5 1.5 0 0 1 1-1.5z"/><path d="M9 1.5V5.5h4M8 8v4M6 10.5l2 2 2-2"/>',
)
export const editIcon = icon('<path d="M10.5 3.5 12.5 5.5 5.5 12.5 3 13l.5-2.5zM9 5l2 2"/>')
export const markdownIcon = icon(
  '<rect x="1.5" y="3.5" width="13" height="9" rx="1.5"/><path d="M4 10V6l2 2.2L8 6v4M11.5 6v4M10 8.6l1.5 1.5L13 8.6"/>',
)
export const changesIcon = icon('<path d="M2.5 8a5.5 5.5 0 1 0 1.8-4M2.5 2.5v3h3M8 5v3.2l2 1.3"/>')
export const agentIcon = icon('<path d="M8 2v2M3.5 5.5h9v7h-9zM1.5 8v2.5M14.5 8v2.5M6.2 8.5v1M9.8 8.5v1"/>')
export const outIcon = icon('<path d="M6 3.5h6.5V10M12.5 3.5l-9 9"/>')
