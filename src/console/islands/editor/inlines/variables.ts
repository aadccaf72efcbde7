// The variables of the space and of the page, with what they are at this revision.
import type { Place } from '../place.ts'
import { ask } from '../saving/api.ts'

export type Variable = { expression: string; name: string; of: 'space' | 'page'; value: string }

type Values = { variables?: Record<string, unknown> }
type Known = ReadonlyMap<string, Variable>
export type Variables = ReturnType<typeof openVariables>

/** Asked for when there is something to show of them, and again when the page is at another revision. */
export function openVariables({ space, page, isReusable }: Place, revision: () => string) {
  let asked = ''
  let answer: Promise<Known> | undefined
  let known: Known | undefined
  const told = new Set<() => void>()

  async function read(at: string): Promise<Known> {
    const path = `/spaces/${space}/revisions/${at}`
    const [own, whole] = await Promise.all([
      isReusable ? {} : ask<Values>('GET', `${path}/page/${page}?metadata=false`),
      ask<Values>('GET', `${path}?metadata=false&computed=false`),
    ])
    const all = [...listed('page', own), ...listed('space', whole)]
    known = new Map(all.map((one) => [one.expression, one]))
    for (const tell of told) tell()
    return known
  }

  function load(): Promise<Known> {
    const at = revision()
    if (!answer || asked !== at) {
      asked = at
      answer = read(at)
      answer.catch(() => {
        answer = undefined
      })
    }
    return answer
  }

  return {
    all: async (): Promise<Variable[]> => [...(await load()).values()],
    /** What is known at this moment; undefined before anything is. */
    known: () => known,
    /** Tells when they were read. What it answers ends that. */
    watch(tell: () => void): () => void {
      told.add(tell)
      if (!known) load().catch(() => {})
      return () => told.delete(tell)
    },
  }
}

function listed(of: 'space' | 'page', { variables = {} }: Values): Variable[] {
  return Object.entries(variables).map(([name, value]) => ({
    expression: `${of}.vars.${name}`,
    name,
    of,
    value: String(value),
  }))
}

/** The variable that an expression is, and nothing beside it. */
export function variableIn(expression: string): { name: string; expression: string } | undefined {
  const [, of, name] = /^\s*(space|page)\.vars\.([\w-]+)\s*$/.exec(expression) ?? []
  return name === undefined ? undefined : { name, expression: `${of}.vars.${name}` }
}
