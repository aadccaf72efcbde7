import type { PageRecord } from '../records.ts'

/** What a page is shown with, apart from its title, its place and its text. */
export type PageLook = Pick<
  PageRecord,
  | 'emoji'
  | 'icon'
  | 'description'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'condition'
  | 'layout'
  | 'cover'
  | 'variables'
  | 'canonical'
  | 'alternates'
>

/** In one order, and nothing that says nothing: a field that was cleared is a field that was never set. */
export function tidyLook(look: PageLook): PageLook {
  const { emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } = look
  const { layout, cover, variables, canonical, alternates } = look
  return {
    emoji: emoji || undefined,
    icon: icon || undefined,
    description: description || undefined,
    hidden: hidden || undefined,
    noIndex: noIndex || undefined,
    noRobotsIndex: noRobotsIndex || undefined,
    condition: condition || undefined,
    layout,
    cover,
    variables,
    canonical,
    alternates,
  }
}
