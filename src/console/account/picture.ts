import { type Html, html } from '../../engines/html/html.ts'
import { Problem } from '../../kit/domain/problems.ts'
import {
  LARGEST_PICTURE,
  preparePicture,
  removePicture,
  setPicture,
} from '../../rooms/people/identity/pictures/pictures.ts'
import { presentUser } from '../../rooms/people/identity/present.ts'
import type { UserRow } from '../../rooms/people/identity/store.ts'
import { alertView } from '../frame/fields.ts'
import { ACCOUNT, initialOf } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'
import { type OwnAsked, ownPage } from './account-page.ts'

const PAGE = `${ACCOUNT}/picture`
const KINDS = 'image/png,image/jpeg,image/webp,image/gif'

export const picturePage = ownPage({
  path: PAGE,
  file: { largest: LARGEST_PICTURE, ifLarger: `${ACCOUNT}?picture=too-many-bytes` },
  show: async () => lead(ACCOUNT),
  async take(asked, form) {
    const { ctx, change, person } = asked
    if (form.has('remove')) {
      await change((ctx) => removePicture(ctx, person.id))
      return lead(`${ACCOUNT}?saved`)
    }
    try {
      const blob = await preparePicture(ctx, form.file('picture').bytes)
      await change((ctx) => setPicture(ctx, person.id, blob))
      return lead(`${ACCOUNT}?saved`)
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
      return lead(`${ACCOUNT}?${new URLSearchParams({ picture: String(error.details?.fault) })}`)
    }
  },
})

export function picturePanel({ ctx, url, words }: OwnAsked, user: UserRow): Html {
  const { picture } = words
  // One elsewhere is not shown: pages of the console load nothing from others.
  const isOurs = user.photoUrl?.startsWith('/')
  const { photoURL } = presentUser(user, ctx.links)
  const fault = url.searchParams.get('picture') ?? ''
  const told = Object.entries(picture.faults).find(([name]) => name === fault)?.[1]
  return html`<section class="panel"><h2>${picture.title}</h2>${alertView(told)}
    <div class="portrait">${isOurs ? html`<img src="${photoURL}" alt="${picture.alt}" width="96" height="96">` : html`<span class="no-portrait" aria-hidden="true">${initialOf(user.displayName)}</span>`}
      <div><form method="post" action="${PAGE}" enctype="multipart/form-data"><div class="field"><label for="picture">${picture.choose}</label>
        <input id="picture" name="picture" type="file" accept="${KINDS}" required aria-describedby="picture-hint"><p class="hint" id="picture-hint">${picture.hint}</p></div>
        <button class="button small">${picture.upload}</button></form>
      ${photoURL && html`<form method="post" action="${PAGE}"><button class="button plain small" name="remove" value="yes">${picture.remove}</button></form>`}</div></div></section>`
}
