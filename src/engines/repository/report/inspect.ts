import type { LinkUse } from '../../markdown/links.ts'
import { shownLinksIn } from '../../markdown/links.ts'
import type { HeadFields, HeadTarget } from '../page/frontmatter.ts'
import { lostFrontmatter } from '../page/lost-frontmatter.ts'
import { splitPage } from '../page/page-file.ts'
import { damageIn } from './damage.ts'
import { lineCounter, lineNumber, type RepositoryProblem } from './problems.ts'

/** A target as written, and where it stands. */
export type PageTarget = { target: string; use: LinkUse; line: number }

export type InspectedPage = {
  head: string
  body: string
  fields: HeadFields
  /** What the body's links, images and includes point at, for its readers. */
  links: PageTarget[]
  /** What the head points at. */
  headTargets: HeadTarget[]
  problems: RepositoryProblem[]
}

/** Everything about a page's file that an import has to know without parsing it. */
export function inspectPage(text: string): InspectedPage {
  const { head, body, fields, targets, problems } = splitPage(text)
  const linesBefore = lineNumber(text, head.length) - 1
  const lineAt = lineCounter(body)
  const links = shownLinksIn(body).map(({ target, use, from }) => ({
    target,
    use,
    line: lineAt(from) + linesBefore,
  }))
  const found = [...lostFrontmatter(text), ...problems, ...damageIn(body, linesBefore)]
  return { head, body, fields, links, headTargets: targets, problems: found }
}
