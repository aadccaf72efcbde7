import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Words } from '../languages/words.ts'
import { closeIcon } from '../look/icons.ts'
import type { ChangeKind, Preview, SiteModel } from '../model.ts'
import { linkView } from './link-view.ts'
import { menuView } from './menu-view.ts'

export function announcementView(site: SiteModel, words: Words): Html | false {
  const { announcement } = site.look
  if (!announcement?.enabled) return false
  const { style, message } = announcement
  const link = site.announcementLink
  return html`<aside class="announcement ${style}" aria-label="${words.announcement}">
    <p>${message}${link && html` ${linkView(site, { href: link.href }, link.title)}`}</p>
    <button type="button" class="icon close" aria-label="${words.close}">${closeIcon}</button>
    </aside>`
}

/** What a reader who closed this announcement remembers; another text has another one. */
export function announcementKey({ look }: SiteModel): string | undefined {
  if (!look.announcement?.enabled) return
  let sum = 5381
  for (const character of look.announcement.message) sum = (sum * 33 + (character.codePointAt(0) ?? 0)) >>> 0
  return sum.toString(36)
}

export function previewView(site: SiteModel, words: Words, preview: Preview): Html {
  const { title, state, back, links = [], problems = [], changes = [], nextChange } = preview
  return html`<aside class="preview" aria-label="${words.preview}">
    <p><strong>${words.preview}</strong> ${title}${state && html` <span class="state ${state}">${words.states[state]}</span>`}</p>
    ${back && linkView(site, { href: back.href, className: 'back' }, html`<span>${back.title}</span>`)}
    ${links.map(({ kind, href }) => linkView(site, { href }, words.previewLinks[kind]))}
    ${
      changes.length > 0 &&
      menuView(
        'changes',
        html`<span>${words.changedPages} (${changes.length})</span>`,
        changes.map((page) =>
          linkView(
            site,
            { href: page.href },
            html`<span>${page.title}</span> ${changeView(words, page.change)}`,
          ),
        ),
      )
    }
    ${nextChange && linkView(site, { href: nextChange.href, className: 'next-change' }, words.nextChange)}
    ${problems.map((problem) => html`<p class="problem">${problem}</p>`)}
    </aside>`
}

export function changeView(words: Words, change: ChangeKind): Html {
  return html`<small class="change ${change}">${words.changes[change]}</small>`
}
