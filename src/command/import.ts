import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Actor, WriteContext } from '../kit/domain/context.ts'
import { Problem } from '../kit/domain/problems.ts'
import { allowLongStatements } from '../kit/storage/db.ts'
import { type ImportOptions, importSpace } from '../rooms/content/archives/import-space.ts'
import { SpaceChanges } from '../rooms/content/spaces/schema.ts'
import { findAdministrator } from '../rooms/people/identity/store.ts'
import { openArchive } from '../world/archive/read.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { counted } from './export.ts'
import type { OpenServices } from './process/open.ts'
import { shaped } from './terminal/arguments.ts'
import { problemsOf, thingsToLookAt, writeReport } from './terminal/problem-report.ts'
import { progressBar } from './terminal/progress-bar.ts'
import { namedUser } from './user.ts'

type CommandOptions = { org: string; title?: string; parent?: string; createUsers?: boolean; admin?: string }

export function addImport(program: Command, context: CommandContext) {
  describeCommand(
    program.command('import'),
    'Make a space from what quire export wrote, or from any folder or zip file of Markdown',
    [
      'import handbook.zip --org 5kd…',
      'import ./docs --org 5kd… --title "Product guide" --admin maria@example.org',
      'import handbook.zip --org 5kd… --parent 9ab… --create-users',
    ],
  )
    .argument('<folder or zip>', 'what to read')
    .requiredOption('--org <id>', 'the organization that gets the space')
    .option(
      '--title <title>',
      'what the space is called; as before if left out',
      shaped(SpaceChanges.properties.title),
    )
    .option('--parent <collection>', 'id of the collection that it goes into')
    .option('--create-users', 'make users, without access, for authors whose e-mail is not known here')
    .option(
      '--admin <id or e-mail>',
      'the user who imports, and stands in for authors who are not known here; the administrator if left out',
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
  return { kind: 'user', id, email, isAdministrator, tokenId: '' }
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
  if (created.length > 0) lines.push(`  ${counted(created.length, 'user')} made, without access to anything`)
  if (unknown.length > 0) {
    const named = unknown.slice(0, MOST_NAMED).map(({ name, email }) => `${name} <${email}>`)
    const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : ''
    lines.push(
      `  ${importer} stands in ${counted(standIns, 'time')} for people who are not known here: ${named.join(', ')}${more}`,
      '  To keep their names, import with --create-users',
    )
  }
  if (edited.length > 0)
    lines.push(
      `  ${counted(edited.length, 'file')} of the archive changed since it was exported, and came along so`,
    )
  return { result: imported, lines: [...lines, ...toLookAt] }
}
