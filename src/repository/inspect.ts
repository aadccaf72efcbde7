import { linksIn } from '../markdown/links.ts'
import { damageIn } from './damage.ts'
import type { HeadFields } from './frontmatter.ts'
import { splitPage } from './page-file.ts'
import { lineNumber, type Problem } from './problems.ts'

export type InspectedPage = {
  head: string
  body: string
  fields: HeadFields
  /** What the body's links, images and includes point at, as written. */
  links: string[]
  problems: Problem[]
}

/** Everything about a page's file that an import has to know without parsing it. */
export function inspectPage(text: string): InspectedPage {
  const { head, body, fields, problems } = splitPage(text)
  const links = linksIn(body).map(({ target }) => target)
  const damage = damageIn(body, lineNumber(text, head.length) - 1)
  return { head, body, fields, links, problems: [...problems, ...damage] }
}
