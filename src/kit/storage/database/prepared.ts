import { CompiledQuery } from 'kysely'
import { type Db, shortcutOf } from '../db.ts'

/** Stands in a statement for a value that comes with each call. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query of Kysely's, or a text with the `sql` tag. */
type Compilable<Row> = { compile(db: Db): CompiledQuery<Row> }

type Parameter = { placeholder: string } | { value: unknown }
type Statement = { text: string; parameters: Parameter[] }

/**
 * A statement that is built and compiled once, for what runs with every request: building the same text anew costs
 * twice what sending it does (measured: 807 µs a request without, 459 µs with, for the two statements of a read).
 *
 * `build` gets placeholders in place of the values, so it cannot look at them. What the text itself depends on (a filter
 * that is set, an order) comes as `shape`, and there is one statement for each. What takes more than a millisecond or
 * two says so: it gets a connection of its own.
 */
export function prepared<Values extends object, Row, Shape = undefined>(
  build: (db: Db, placeholders: Values, shape: Shape) => Compilable<Row>,
  { takesTime = false } = {},
) {
  const statements = new Map<unknown, Statement>()
  return async function run(db: Db, values: Values, shape?: Shape): Promise<Row[]> {
    const key = shape === undefined ? '' : JSON.stringify(shape)
    const known = statements.get(key)
    const statement = known ?? compile(build(db, placeholdersFor<Values>(), shape as Shape), db)
    if (!known) statements.set(key, statement)
    const given = values as Record<string, unknown>
    const parameters = statement.parameters.map((parameter) =>
      'placeholder' in parameter ? given[parameter.placeholder] : parameter.value,
    )
    const direct = shortcutOf(db)
    const ask = takesTime ? direct?.alone : direct?.shared
    if (ask) return (await ask(statement.text, parameters)) as Row[]
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.text, parameters))
    return rows
  }
}

function placeholdersFor<Values extends object>() {
  return new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values
}

function compile<Row>(query: Compilable<Row>, db: Db): Statement {
  const { sql: text, parameters } = query.compile(db)
  return {
    text,
    parameters: parameters.map((value) =>
      value instanceof Placeholder ? { placeholder: value.name } : { value },
    ),
  }
}
