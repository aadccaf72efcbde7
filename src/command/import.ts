import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Actor, NO_CREDENTIAL, type WriteContext } from '../kit/domain/context.ts'
import { Problem } from '../kit/domain/problems.ts'
import { allowLongStatements } from '../kit/storage/db.ts'
import { SpaceChanges } from '../rooms/content/spaces/schema.ts'
import { findAdministrator } from '../rooms/people/identity/store.ts'
import { openArchive } from '../world/archive/read.ts'
import { type ImportOptions, importSpace } from './archives/import-space.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { counted } from './export.ts'
import { namedUser } from './people/user.ts'
import type { OpenServices } from './process/open.ts'
import { shaped } from './terminal/arguments.ts'
import { problemsOf, thingsToLookAt, writeReport } from './terminal/problem-report.ts'
import { progressBar } from './terminal/progress-bar.ts'

type CommandOptions = { org: string; title?: string; parent?: string; createUsers?: boolean; admin?: string }

export function addImport(program: Command, context: CommandContext) {
  describeCommand(
    program.command('import'),
    'Create a space from an export, or from any folder or zip file of Markdown',
    [
      'import handbook.zip --org 5kd…',
      'import ./docs --org 5kd… --title "Product guide" --admin maria@example.org',
      'import handbook.zip --org 5kd… --parent 9ab… --create-users',
    ],
  )
    .argument('<folder or zip>', 'what to read')
    .requiredOption('--org <id>', 'the organization for the space')
    .option(
      '--title <title>',
      'title of the space (default: the title in the export)',
      shaped(SpaceChanges.properties.title),
    )
    .option('--parent <collection>', 'id of the collection for the space')
    .option('--create-users', 'create users, without access, for authors with an unknown e-mail address')
    .option(
      '--admin <id or e-mail>',
      'the user who imports, and replaces unknown authors (default: the administrator)',
    )
    .action(doing(context, (path: string, options: CommandOptions) => run(context, path, options)))
}

function run(context: CommandContext, path: string, options: CommandOptions): Promise<CommandResult> {
  const { org: organizationId, title, parent, createUsers = false } = options
  return withServices(context, async (services, config) => {
    const actor = await importerOf(services, options.admin)
    const archive = await openArchive(resolve(path))
    const bar = progressBar(context.isJson ? undefined : context.io.stderr)
    const importing = {
      ctx: services.outside(actor),
      inTransaction: inTransactionsOf(services, actor),
      onProgress: bar.show,
    }
    const asked: ImportOptions = { organizationId, title, parent, createUsers }
    try {
      const imported = await importSpace(importing, archive, asked)
      const found = problemsOf(imported.problems)
      const report = await writeReport(config.dataFolder, `import-${imported.space.id}`, found)
      return outcomeOf(imported, actor.email, thingsToLookAt(found, report))
    } finally {
      bar.end()
      await archive.close()
    }
  })
}

export async function importerOf(services: OpenServices, name?: string): Promise<Actor & { kind: 'user' }> {
  const user =
    name === undefined
      ? await findAdministrator(services.database.db)
      : await services.asSystem((ctx) => namedUser(ctx, name))
  if (!user) throw new Problem('not_found', 'There is no administrator yet: name a user with --admin')
  const { id, email, isAdministrator } = user
  return {
    kind: 'user',
    id,
    email,
    isAdministrator,
    isEmailVerified: false,
    closedTo: [],
    credential: NO_CREDENTIAL,
  }
}

export function inTransactionsOf({ database, inside }: OpenServices, actor: Actor) {
  return <T>(work: (ctx: WriteContext) => Promise<T>) =>
    database.inTransaction(async (db) => {
      await allowLongStatements(db)
      return work(inside(db, actor))
    })
}

const MOST_NAMED = 10

type Imported = Awaited<ReturnType<typeof importSpace>>

function outcomeOf(imported: Imported, importer: string, toLookAt: string[]): CommandResult {
  const { space, pages, files, changeRequests, comments, people, edited } = imported
  const { created, unknown, standIns } = people
  const lines = [
    `Imported "${space.title}", id ${space.id}`,
    `  ${counted(pages, 'page')}, ${counted(files, 'file')}, ${counted(changeRequests, 'change request')}, ${counted(comments, 'comment')}`,
  ]
  if (created.length > 0)
    lines.push(`  ${counted(created.length, 'user')} created, without access to anything`)
  if (unknown.length > 0) {
    const named = unknown.slice(0, MOST_NAMED).map(({ name, email }) => `${name} <${email}>`)
    const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : ''
    lines.push(
      `  ${importer} replaces unknown authors ${counted(standIns, 'time')}: ${named.join(', ')}${more}`,
      '  To keep their names, import with --create-users',
    )
  }
  if (edited.length > 0)
    lines.push(
      `  ${counted(edited.length, 'file')} in the archive changed after the export; the edited text was imported`,
    )
  return { result: imported, lines: [...lines, ...toLookAt] }
}
