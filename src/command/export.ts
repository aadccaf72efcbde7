import { resolve } from 'node:path'
import type { Command } from 'commander'
import { slugOf } from '../engines/content/draft/slugs.ts'
import { SYSTEM } from '../kit/domain/context.ts'
import { openArchiveTarget, readEarlier, removeEarlier } from '../world/archive/write.ts'
import { exportSpace } from './archives/export-space.ts'
import { gatherSpace } from './archives/gather.ts'
import { FILES_FILE, OURS, SPACE_FILE } from './archives/names.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { progressBar } from './terminal/progress-bar.ts'

type ExportOptions = { to?: string; force?: boolean }

export function addExport(program: Command, context: CommandContext) {
  describeCommand(
    program.command('export'),
    'Export a space as Markdown, with its files, comments and change requests, to a zip file or a folder',
    ['export 7zq…', 'export 7zq… --to handbook.zip', 'export 7zq… --to ./handbook --force'],
  )
    .argument('<space>', 'id of the space')
    .option(
      '--to <folder or file.zip>',
      'the zip file or folder to write (default: a zip file named after the space)',
    )
    .option('--force', 'overwrite the file, or write into a folder that is not empty')
    .action(doing(context, (space: string, options: ExportOptions) => run(context, space, options)))
}

function run(
  context: CommandContext,
  spaceId: string,
  { to, force = false }: ExportOptions,
): Promise<CommandResult> {
  const { io, isJson } = context
  return withServices(context, async (services) => {
    const gathered = await services.asSystem((ctx) => gatherSpace(ctx, spaceId))
    const { title } = gathered.space
    const path = resolve(to ?? `${slugOf(title)}.zip`)
    const isZip = /\.zip$/i.test(path)
    const target = await openArchiveTarget(path, { force, at: services.clock.now() })
    if (force && !isZip) await clearEarlier(path)
    const bar = progressBar(isJson ? undefined : io.stderr)
    try {
      const ctx = services.outside(SYSTEM)
      const counts = await exportSpace(ctx, gathered, target, bar.show)
      await target.finish()
      bar.end()
      return {
        result: { space: spaceId, title, path, ...counts },
        lines: [
          `Exported "${title}" to ${path}`,
          `  ${counted(counts.pages, 'page')}, ${counted(counts.files, 'file')}, ${counted(counts.changeRequests, 'change request')}, ${counted(counts.comments, 'comment')}`,
          `To import it: quire import ${path} --org <id of the organization>`,
        ],
      }
    } catch (error) {
      bar.end()
      await target.abandon()
      throw error
    }
  })
}

/** What an earlier export wrote: else pages that are gone by now would stay beside those that are not. */
async function clearEarlier(folder: string) {
  if (!(await readEarlier(folder, SPACE_FILE))) return
  const { tree }: { tree?: unknown } = Object(JSON.parse((await readEarlier(folder, FILES_FILE)) ?? '{}'))
  await removeEarlier(folder, [...Object.keys(Object(tree)), OURS.replace(/\/$/, '')])
}

export function counted(count: number, what: string) {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
