// A repository may nest pages deeper than they may be here: those are at the last level, and are told of. The table
// of contents stays as it is, since an export only writes what was changed since.
import { MOST_LEVELS, withinLevels } from '../../content/draft/depth.ts'
import type { PlannedPage } from '../../repository/plan.ts'
import type { FileProblem, Repository } from '../types.ts'

export function shallowPlan(plan: PlannedPage[], { summaryFile }: Pick<Repository, 'summaryFile'>) {
  const { trees, raised } = withinLevels<PlannedPage>(plan, {
    belowOf: ({ below }) => below,
    withBelow: (page, below) => (page.kind === 'link' ? page : { ...page, below }),
    beside: hiddenAlike,
  })
  return { plan: trees, problems: raised.map((page) => problemOf(page, summaryFile)) }
}

/** What stood below a page that hides was hidden by that. */
function hiddenAlike(page: PlannedPage, top: PlannedPage): PlannedPage {
  const isHidden = top.kind === 'document' && top.isHidden
  return page.kind === 'document' && isHidden ? { ...page, isHidden } : page
}

function problemOf(page: PlannedPage, summaryFile: string): FileProblem {
  const said = `is more than ${MOST_LEVELS} levels deep; it moves up to level ${MOST_LEVELS}`
  const kind = 'too-deep'
  if (page.line !== undefined) {
    const name = (page.title ?? (page.kind === 'document' ? page.file : '')).slice(0, 100)
    return { file: summaryFile, kind, message: `“${name}” ${said}`, line: page.line + 1 }
  }
  const file = page.kind === 'document' ? page.file : summaryFile
  return { file, kind, message: `The page ${said}` }
}
