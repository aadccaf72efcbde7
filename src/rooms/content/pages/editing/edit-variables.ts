// Changes of the variables of a space, and of those of a page.
import type { Variables } from '../../../../engines/content/records.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import type { ChangedVariables, UpdateVariables } from '../schema-variables.ts'
import type { EditWork } from './edit-work.ts'

const MOST_OF_SPACE = 1000
const MOST_OF_PAGE = 100
/** What expressions can name. */
const NAME = /^[A-Za-z_][\w-]*$/

export async function updateVariables(work: EditWork, change: UpdateVariables, at: string) {
  const { draft, touched, outcomes } = work
  const field = `${at}.variables`
  for (const [name, value] of named(change.variables, draft.variables(), field)) {
    draft.putVariable(name, value)
    touched.add(name)
  }
  if (Object.keys(draft.variables()).length > MOST_OF_SPACE)
    throw invalid(`${field}: a space has at most ${MOST_OF_SPACE} variables`, { field })
  outcomes.push({ object: 'updated_variables' })
}

/** Undefined for a page without any. */
export function pageVariables(known: Variables = {}, changed: ChangedVariables, at: string) {
  const field = `${at}.variables`
  const all = new Map(Object.entries(known))
  for (const [name, value] of named(changed, known, field)) {
    if (value === null) all.delete(name)
    else all.set(name, value)
  }
  if (all.size > MOST_OF_PAGE)
    throw invalid(`${field}: a page has at most ${MOST_OF_PAGE} variables`, { field })
  return all.size === 0 ? undefined : Object.fromEntries(all)
}

function named(changed: ChangedVariables, known: Variables, field: string) {
  for (const [name, value] of Object.entries(changed)) {
    const isNew = !Object.hasOwn(known, name)
    if (isNew && value === null) throw invalid(`${field}: there is no variable ${name}`, { field })
    if (isNew && !NAME.test(name))
      throw invalid(`${field}: a name starts with a letter and has letters, digits, - and _ only: ${name}`, {
        field,
      })
  }
  return Object.entries(changed)
}
