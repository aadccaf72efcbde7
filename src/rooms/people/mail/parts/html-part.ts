// Mail programs know little CSS and some drop the style sheet: what is needed stands in attributes, in light colours. The
// style sheet has the dark ones. There are no pictures, so nothing is fetched and nobody is told that a mail was opened.
import { alreadyHtml, type Html, html } from '../../../../engines/html/html.ts'
import { directionOf } from '../../../../engines/site/languages/languages.ts'
import type { Letter, LetterGroup } from '../letter.ts'
import type { MailWords } from '../words/catalog.ts'

export type Surroundings = { host: string; language: string; unsubscribeUrl?: string }

const FONT = "font-family: -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Helvetica, Arial, sans-serif"
const PAPER = `margin: 0; padding: 0; background: #f6f7f9; ${FONT}`
const CARD = 'max-width: 560px; background: #ffffff; border: 1px solid #dfe2e8; border-radius: 10px'
const HEADING = `margin: 0 0 16px; font-size: 22px; line-height: 1.3; color: #16181d; ${FONT}`
const TEXT = `margin: 0 0 16px; font-size: 16px; line-height: 1.55; color: #3a3f4a; ${FONT}`
const QUIET = `margin: 0 0 8px; font-size: 13px; line-height: 1.5; color: #626976; ${FONT}`
const TITLE = `margin: 24px 0 8px; font-size: 17px; line-height: 1.4; color: #16181d; ${FONT}`
const QUOTE = `margin: 0 0 16px; padding: 2px 14px; border-style: solid; border-color: #dfe2e8; font-size: 15px; line-height: 1.55; color: #626976; white-space: pre-line; ${FONT}`
const BUTTON = `display: inline-block; padding: 12px 20px; border-radius: 8px; background: #2b59c3; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none; ${FONT}`
const ADDRESS = 'word-break: break-all; color: #2b59c3'

const DARK = alreadyHtml(`:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.paper { background: #111113 !important }
.card { background: #1a1a1d !important; border-color: #2e2f35 !important }
.heading { color: #f2f2f4 !important }
.text { color: #c9cad1 !important }
.quote { color: #9a9ca6 !important; border-color: #3a3b42 !important }
.quiet { color: #9a9ca6 !important }
.button { background: #8fb0ff !important; color: #10141f !important }
.address { color: #8fb0ff !important }
}`)

export function htmlPart(letter: Letter, words: MailWords, surroundings: Surroundings): string {
  const { subject, heading, paragraphs, groups = [], button, footnote } = letter
  const { language, host, unsubscribeUrl } = surroundings
  const direction = directionOf(language)
  const align = direction === 'rtl' ? 'right' : 'left'
  return html`<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
    <title>${subject}</title><style>${DARK}</style></head>
    <body class="paper" dir="${direction}" style="${PAPER}">
    <table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background: #f6f7f9"><tr><td align="center" style="padding: 32px 16px">
    <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="${CARD}"><tr><td align="${align}" style="padding: 32px">
      <h1 class="heading" style="${HEADING}">${heading}</h1>
      ${paragraphs.map((text) => html`<p class="text" style="${TEXT}">${text}</p>`)}
      ${groups.map((group) => groupView(group, align))}
      ${button && buttonView(button, words)}
      ${footnote && html`<p class="quiet" style="${QUIET}">${footnote}</p>`}
    </td></tr></table>
    <p class="quiet" style="${QUIET}; padding-top: 16px">${words.footer({ host })}
    ${unsubscribeUrl && html` <a class="quiet" style="color: #626976" href="${unsubscribeUrl}">${words.unsubscribe}</a>`}</p>
    </td></tr></table></body></html>`.text
}

function buttonView({ label, url }: NonNullable<Letter['button']>, words: MailWords): Html {
  return html`<p style="margin: 24px 0"><a class="button" href="${url}" style="${BUTTON}">${label}</a></p>
    <p class="quiet" style="${QUIET}">${words.copy}<br><a class="address" href="${url}" style="${ADDRESS}">${url}</a></p>`
}

function groupView({ title, url, entries, more }: LetterGroup, align: 'left' | 'right'): Html {
  const named = url ? html`<a class="address" style="color: #2b59c3" href="${url}">${title}</a>` : title
  const bar = `border-width: ${align === 'left' ? '0 0 0 3px' : '0 3px 0 0'}`
  return html`${title && html`<h2 class="heading" style="${TITLE}">${named}</h2>`}
    ${entries.map(
      ({ text, quote }) => html`<p class="text" style="${TEXT}">${text}</p>
      ${quote && html`<blockquote class="quote" style="${QUOTE}; ${bar}">${quote}</blockquote>`}`,
    )}
    ${more && html`<p class="quiet" style="${QUIET}">${more}</p>`}`
}
