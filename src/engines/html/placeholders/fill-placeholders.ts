import type { ContentRef } from '../../content/records.ts'
import { dayIn } from '../../markdown/read/days.ts'
import { plainTarget } from '../../markdown/write/markdown-writer.ts'
import { breakableName } from '../break-words.ts'
import { emojiOf } from '../emoji-names.ts'
import { fileKind, nameIn, sizeInWords } from '../file-words.ts'
import { type Html, html } from '../html.ts'
import { namedIcon, sign } from '../icons.ts'
import { attribute } from '../markup.ts'
import { leavesSite, safeUrl } from '../safe-url.ts'
import type { Filling, LinkLook, Placeholder, TargetLink } from '../written-document.ts'
import { targetOf } from './resolved.ts'

type Of<T extends Placeholder['placeholder']> = Extract<Placeholder, { placeholder: T }>

const CLASSES: Record<LinkLook, string | undefined> = {
  text: undefined,
  plain: 'plain-link',
  primary: 'button primary',
  secondary: 'button secondary',
}

export function fillLink(filling: Filling, { ref, look }: Of<'link'>, body: Html): Html {
  const target = targetOf(filling, ref)
  const name = CLASSES[look]
  if (target)
    return html`<a${attribute('class', name)}${attribute('aria-label', labelFor(body, target))}${addressOf(filling, target)}>${body}</a>`
  // A specification or an embedded address that has no page of its own is not a mistake.
  if (look === 'plain') return body
  return html`<span class="${name ? `${name} ` : ''}broken-link">${body}</span>`
}

/** A name for a link that is only a picture without words, as badges are; undefined for all others. */
function labelFor({ text }: Html, { title, href }: TargetLink): string | undefined {
  if (!text.includes(' alt=""')) return undefined
  const hasName = / (?:alt|aria-label)="[^"]/.test(text) || text.replace(/<[^>]*>/g, '').trim() !== ''
  return hasName ? undefined : title || shortAddress(href).replace(/(?<=.)[?#].*$/, '')
}

/** `href`, and what goes with it when it leaves the site. */
function addressOf({ opensOutside }: Filling, { href }: TargetLink): Html {
  if (!leavesSite(href) || !/^http/i.test(href)) return html` href="${href}"`
  const opens = opensOutside === 'new-tab' ? html` target="_blank"` : undefined
  return html` href="${href}"${opens} rel="noopener"`
}

export function fillCoverLink(filling: Filling, { ref, label }: Of<'cover-link'>): Html {
  const target = targetOf(filling, ref)
  if (!target) return html``
  const words = label || target.title || target.href
  return html`<a class="cover-link" aria-label="${words}"${addressOf(filling, target)}></a>`
}

export function fillCard(filling: Filling, { ref, label, beside = '' }: Of<'card'>): Html {
  const target = targetOf(filling, ref)
  if (!target && isWithheld(ref)) return html``
  const title = target?.title || label || (target ? shortAddress(target.href) : plainTarget(ref))
  if (!target)
    return html`<div class="page-card broken-link"><span class="page-card-title">${title}</span></div>`
  const isAway = leavesSite(target.href)
  const description = isSaid(target.description, `${title}\n${beside}`) ? '' : target.description
  const more = description || (isAway && title !== shortAddress(target.href) ? hostOf(target.href) : '')
  return html`
    <a class="page-card"${addressOf(filling, target)}>
      <span class="page-card-sign">${signOf(filling, target) ?? sign(isAway ? 'away' : 'file')}</span>
      <span class="page-card-words">
        <span class="page-card-title">${breakableName(title)}</span>
        ${more !== '' && html`<span class="page-card-description">${more}</span>`}
      </span>
      ${sign('arrow')}
    </a>`
}

/** Whether the same words are there already, with or without their full stop. */
function isSaid(words: string | undefined, there: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
  const said = plain(words ?? '').replace(/[.!]$/, '')
  return said !== '' && plain(there).includes(said)
}

/** Of what is there, but not for this reader, nothing is told: the label is often its path. */
function isWithheld({ kind }: ContentRef): boolean {
  return kind === 'page' || kind === 'anchor' || kind === 'space'
}

function signOf({ icons }: Filling, { emoji, icon }: TargetLink): Html | undefined {
  if (emoji) return html`<span class="emoji">${emojiOf(emoji)}</span>`
  return namedIcon(icons, icon)
}

export function fillMention(filling: Filling, { ref, label }: Of<'mention'>): Html {
  const target = targetOf(filling, ref)
  if (ref.kind === 'user') {
    const name = `@${target?.title ?? label ?? ref.user}`
    return target
      ? html`<a class="mention person"${addressOf(filling, target)}>${name}</a>`
      : html`<span class="mention person">${name}</span>`
  }
  if (!target && isWithheld(ref)) return html``
  const title = target?.title || label || (target ? shortAddress(target.href) : plainTarget(ref))
  if (!target) return html`<span class="broken-link">${title}</span>`
  const mark = signOf(filling, target)
  return html`<a class="mention"${addressOf(filling, target)}>${mark && [mark, ' ']}${title}</a>`
}

export function fillFile(filling: Filling, { ref }: Of<'file'>, caption: Html): Html {
  const target = targetOf(filling, ref)
  const name = target?.title || nameIn(target?.href ?? plainTarget(ref))
  const about = [fileKind(name, target?.contentType), sizeInWords(target?.size, localeOf(filling))].filter(
    (part) => part,
  )
  const words = html`
    <span class="file-sign">${sign('file')}</span>
    <span class="file-words">
      <span class="file-name">${name}</span>
      ${about.length > 0 && html`<span class="file-about">${about.join(' · ')}</span>`}
    </span>`
  return html`
    <figure class="file">
      ${
        target
          ? html`<a${addressOf(filling, target)} download="${name}">${words}${sign('download')}</a>`
          : html`<span class="broken-link">${words}</span>`
      }
      ${caption.text !== '' && html`<figcaption>${caption}</figcaption>`}
    </figure>`
}

/** An address as it is read, not as it is followed. */
function shortAddress(href: string): string {
  return href.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '')
}

function hostOf(href: string): string {
  return safeUrl(href) === '' ? '' : (/^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(href)?.[1] ?? '')
}

/** A day in the words of a language; anything else as it was written. */
export function fillDate(filling: Filling, { date }: Of<'date'>): Html {
  const day = dayIn(date)
  if (day === undefined) return html`<span class="date">${date}</span>`
  const format = new Intl.DateTimeFormat(localeOf(filling), { dateStyle: 'long', timeZone: 'UTC' })
  return html`<time class="date" datetime="${day}">${format.format(new Date(day))}</time>`
}

/** One that the machine knows: others would be those of the machine. */
function localeOf({ locale = 'en' }: Filling): string {
  const tag = /^[a-z]{2,3}(-\w{2,8})*$/i.test(locale) ? locale : 'en'
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? 'en'
}

export function fillSearch({ searchPage = '' }: Filling, { query }: Of<'search'>): Html {
  return html`${searchPage}${query !== '' && `?q=${encodeURIComponent(query.toWellFormed())}`}`
}

export function fillWords({ words }: Filling, placeholder: Of<'words'>): Html {
  const message: string | ((values: never) => string) = words[placeholder.words]
  // `say` has checked that these are the values of this message.
  return html`${typeof message === 'string' ? message : message(placeholder.values as never)}`
}
