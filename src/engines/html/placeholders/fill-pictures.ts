import { type Html, html } from '../html.ts'
import { attribute } from '../markup.ts'
import { leavesSite } from '../safe-url.ts'
import type { Filling, Picture, TargetLink } from '../written-document.ts'
import { targetOf } from './resolved.ts'

/**
 * With a picture for dark pages there are two, of which the styles show one: which theme a reader chose is not known to
 * `<picture>`. The other one is not loaded, as it is lazy and not shown.
 */
export function fillPicture(filling: Filling, asked: Picture): Html {
  const picture = asked.isDrawing ? { ...asked, alt: filling.words.drawing } : asked
  const light = imageOf(filling, picture.ref)
  const dark = picture.dark && imageOf(filling, picture.dark)
  const shown = light ?? dark
  if (!shown) return missing(filling, picture)
  if (!light || !dark) return image(picture, shown, { isLazy: !picture.isFirst })
  return html`${image(picture, light, { isLazy: true, only: 'light' })}${image(picture, dark, { isLazy: true, only: 'dark' })}`
}

function imageOf(filling: Filling, ref: Picture['ref']): TargetLink | undefined {
  const target = targetOf(filling, ref)
  return target && (!leavesSite(target.href) || /^https?:/i.test(target.href)) ? target : undefined
}

function missing({ words }: Filling, { look, alt }: Picture): Html {
  if (look === 'cover') return html``
  return html`<span class="missing-picture">${alt || words.pictureNotFound}</span>`
}

type Loading = { isLazy: boolean; only?: 'light' | 'dark' }

function image(picture: Picture, target: TargetLink, { isLazy, only }: Loading): Html {
  const { width, height } = measured(picture, target)
  const names = [picture.look === 'block' ? '' : `picture-${picture.look}`, only ? `only-${only}` : '']
  const name = names.filter((one) => one !== '').join(' ')
  return html`<img src="${target.href}" alt="${picture.alt}"${attribute('class', name || undefined)}${attribute('width', width)}${attribute('height', height)}${attribute('loading', isLazy ? 'lazy' : undefined)} decoding="async">`
}

/** Both sides where they are known, so that what follows does not jump when the picture arrives. */
function measured({ width, height }: Picture, { width: ownWidth, height: ownHeight }: TargetLink) {
  if (!isLength(ownWidth) || !isLength(ownHeight)) return { width, height }
  if (width !== undefined) return { width, height: height ?? rounded((width * ownHeight) / ownWidth) }
  if (height !== undefined) return { width: rounded((height * ownWidth) / ownHeight), height }
  return { width: ownWidth, height: ownHeight }
}

function rounded(length: number): number {
  return Math.max(1, Math.round(length))
}

function isLength(length: number | undefined): length is number {
  return length !== undefined && Number.isFinite(length) && length > 0
}
