import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { SYSTEM } from '../kit/domain/context.ts'
import { notFound, Problem } from '../kit/domain/problems.ts'
import { syncSpace } from '../rooms/content/git/jobs.ts'
import { presentOperation } from '../rooms/content/git/present.ts'
import { readRemote, requestExport, requestImport } from '../rooms/content/git/requests.ts'
import type { GitOperation } from '../rooms/content/git/schema.ts'
import { findOperation } from '../rooms/content/git/store.ts'
import { findSpace } from '../rooms/content/spaces/store.ts'
import { runJob } from '../services.ts'
import { GitFailure } from '../world/git/git.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import type { OpenServices } from './process/open.ts'
import { namingWhatWasTyped } from './terminal/arguments.ts'
import { problemLines } from './terminal/git-report.ts'
import { progressBar } from './terminal/progress-bar.ts'

type GitOptions = {
  url: string
  branch?: string
  directory?: string
  passwordFile?: string
  force?: boolean
  replace?: boolean
  message?: string
}

export function addGit(program: Command, context: CommandContext) {
  const git = program.command('git').description('Import spaces from Git repositories and export them')
  const [from, to] = ['import', 'export'] as const
  common(git.command(from), 'Import a branch into a space', [
    'git import 7zq… --url https://git.example.org/team/docs.git',
    'git import 7zq… --url https://maria@git.example.org/team/docs.git --password-file token.txt --branch next',
  ])
    .option('--force', 'import even if nothing is new; in conflicts, the repository wins')
    .option('--replace', 'let the first import replace the pages of the space')
    .action(doing(context, (space: string, options: GitOptions) => run(context, from, space, options)))
  common(git.command(to), 'Commit the changes in a space to a branch', [
    'git export 7zq… --url https://git.example.org/team/docs.git --message "New chapter"',
  ])
    .option('--message <message>', 'the commit message', 'Update the documentation')
    .option('--force', 'commit even if nothing changed; in conflicts, the space wins')
    .action(doing(context, (space: string, options: GitOptions) => run(context, to, space, options)))
}

function common(command: Command, summary: string, examples: string[]) {
  return describeCommand(command, summary, examples)
    .argument('<space>', 'id of the space')
    .requiredOption('--url <url>', 'URL of the repository: https, http or ssh')
    .option('--branch <name>', "the branch (default: the repository's default branch)")
    .option('--directory <folder>', 'the folder of the space in the repository')
    .option('--password-file <file>', 'a file with the password or token for the user in the URL')
}

async function run(
  context: CommandContext,
  direction: 'import' | 'export',
  spaceId: string,
  options: GitOptions,
): Promise<CommandResult> {
  const url = await withPassword(options)
  return withServices(context, async (services) => {
    const asked = {
      url,
      ref: await refOf(services, url, options.branch),
      repoProjectDirectory: options.directory,
      force: options.force ?? options.replace ?? false,
    }
    const id = await namingWhatWasTyped(TYPED, async () => {
      const remote = await readRemote(services.outside(SYSTEM), asked)
      return services.asSystem(async (ctx) => {
        const space = await findSpace(ctx.db, spaceId)
        if (!space || space.deletedAt)
          throw new Problem('not_found', `Space ${spaceId} not found: see quire space list`)
        return direction === 'import'
          ? requestImport(ctx, space, asked, remote)
          : requestExport(ctx, space, { ...asked, commitMessage: options.message ?? '' }, remote)
      })
    })
    return outcomeOf(await followSync(services, context, spaceId, id), spaceId)
  })
}

/** The branch that was named, or the one that the repository shows first. What is wrong with it, its import will tell. */
export async function refOf(services: OpenServices, url: string, branch: string | undefined) {
  if (branch !== undefined) return branch.startsWith('refs/') ? branch : `refs/heads/${branch}`
  const shown = await services
    .outside(SYSTEM)
    .git.defaultBranch({ url })
    .catch((error) => {
      if (!(error instanceof GitFailure)) throw error
    })
  return shown ?? 'refs/heads/main'
}

/** What was typed for the fields of the API. */
const TYPED = {
  'body.url': '--url',
  'body.ref': '--branch',
  'body.repoProjectDirectory': '--directory',
  'body.commitMessage': '--message',
}

async function withPassword({ url, passwordFile }: GitOptions) {
  if (!passwordFile || !URL.canParse(url)) return url
  const address = new URL(url)
  address.password = encodeURIComponent((await readFile(passwordFile, 'utf8')).trim())
  address.username ||= 'git'
  return address.href
}

const WORDS: Record<GitOperation['stage'], string> = {
  repo_fetch: 'fetching the repository',
  config_check: 'reading its configuration',
  content_process: 'reading its pages',
  finalize: 'finishing',
}

/** Done here, or by a server that is running already, whoever is first. */
export async function followSync(
  services: OpenServices,
  { io, isJson }: CommandContext,
  spaceId: string,
  id: string,
) {
  const bar = progressBar(isJson ? undefined : io.stderr)
  let isDone = false
  const work = runJob(services, syncSpace, { spaceId }).finally(() => {
    isDone = true
  })
  // A server that holds the space lets ours end at once: then every look waits its time.
  for (let isOver = false; ; ) {
    await (isDone ? work.then(() => pause(200)) : Promise.race([work, pause(200)]))
    const row = await findOperation(services.database.db, spaceId, id)
    if (!row) throw notFound('Git operation')
    bar.show(WORDS[row.stage], row.tasksDone, row.tasks)
    isOver = row.state !== 'running'
    if (!isOver) continue
    bar.end()
    await work
    return presentOperation(row)
  }
}

function outcomeOf(operation: GitOperation, spaceId: string): CommandResult {
  const { id, state, error, report, commit } = operation
  const lines =
    state === 'failure'
      ? [`It failed: ${error}`]
      : [
          `${report?.summary}.`,
          ...(commit ? [`  commit ${commit}`] : []),
          ...(report ? problemLines(report, spaceId, id) : []),
        ]
  return { result: operation, lines, code: state === 'failure' ? 1 : 0 }
}
