import { objectOf } from '../../../../engines/openapi/values.ts'
import { invalid } from '../../../../kit/domain/problems.ts'

const LONGEST = 16 * 1024
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** What a computed page stands for, as it is kept. */
export function requireSource(computed: Record<string, unknown>, field: string): Record<string, unknown> {
  if (JSON.stringify(computed).length > LONGEST) throw invalid(`${field} has more than 16 KB`, { field })
  const { type, props, dependencies } = computed
  if (type !== 'builtin:openapi') return computed
  const { kind, spec } = objectOf(objectOf(objectOf(dependencies).spec).ref)
  const at = `${field}.dependencies.spec.ref`
  if (kind !== 'openapi' || typeof spec !== 'string' || spec.length > 100 || !SLUG.test(spec))
    throw invalid(`${at} must name an OpenAPI specification of the organization`, { field: at })
  const models = objectOf(props).models === true
  return { type, props: { models }, dependencies: { spec: { ref: { kind, spec } } } }
}
