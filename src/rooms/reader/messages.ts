import type { PageAnswer } from '../../site/answers.ts'
import type { OpenSite } from '../../site/page.ts'

/** A page that is no content of a site: it says something to one reader, and nobody keeps it. */
export function message({ inline }: OpenSite, html: string, status: PageAnswer['status']): PageAnswer {
  return {
    kind: 'page',
    status,
    html,
    inline: [inline.style, inline.script],
    isPrivate: true,
    isIndexed: false,
  }
}
