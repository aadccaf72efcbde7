import type { Markup } from '../markup.ts'
import type { Picture } from '../written-document.ts'
import type { WriteState } from './write-state.ts'

/** The first pictures are likely seen at once. */
const FIRST_PICTURES = 1

export function pictureOf(state: WriteState, picture: Picture): Markup {
  state.pictures += 1
  const isFirst = state.pictures <= FIRST_PICTURES && picture.look === 'block'
  const said = Object.entries({ ...picture, isFirst: isFirst || undefined })
  const known = Object.fromEntries(said.filter(([, value]) => value !== undefined))
  return { placeholder: 'picture', ...picture, ...known }
}
