import type { PageAnswer } from '../../engines/site/answers.ts'
import type { OpenSite } from '../../engines/site/views/page.ts'

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
