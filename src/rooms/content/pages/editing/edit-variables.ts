// Changes of the variables of a space.
import { invalid } from '../../../../kit/domain/problems.ts'
import type { UpdateVariables } from '../schema-variables.ts'
import type { EditWork } from './edit-work.ts'

const MOST = 1000
/** What expressions can name. */
const NAME = /^[A-Za-z_][\w-]*$/

export async function updateVariables(work: EditWork, change: UpdateVariables, at: string) {
  const { draft, touched, outcomes } = work
  const field = `${at}.variables`
  const known = draft.variables()
  for (const [name, value] of Object.entries(change.variables)) {
    const isNew = !Object.hasOwn(known, name)
    if (isNew && value === null) throw invalid(`${field}: there is no variable ${name}`, { field })
    if (isNew && !NAME.test(name))
      throw invalid(`${field}: a name starts with a letter and has letters, digits, - and _ only: ${name}`, {
        field,
      })
    draft.putVariable(name, value)
    touched.add(name)
  }
  if (Object.keys(draft.variables()).length > MOST)
    throw invalid(`${field}: a space has at most ${MOST} variables`, { field })
  outcomes.push({ object: 'updated_variables' })
}
