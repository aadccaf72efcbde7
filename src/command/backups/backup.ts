// quire backup: everything of this moment in one file, while others go on working.
import { access, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { openSnapshot, type Snapshot } from '../../kit/storage/snapshot/snapshot.ts'
import { openBlobs } from '../../world/blobs/blobs.ts'
import { VERSION } from '../../world/version.ts'
import { type CommandContext, type CommandResult, describeCommand, doing } from '../context.ts'
import { visitDatabase } from '../process/open.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { FORMAT, KEYS } from './format.ts'
import { writeBackup } from './write-backup.ts'

type Options = { files?: boolean }

export function addBackup(program: Command, context: CommandContext) {
  describeCommand(program.command('backup'), 'Write everything into one file, also while the service runs', [
    'backup quire.tar.gz',
    'backup /srv/backups/quire.tar.gz --files',
  ])
    .argument('<file>', 'the file to write; it must not exist')
    .option('--files', 'also copy files that are kept in S3')
    .addHelpText(
      'after',
      '\nThe file holds the database, the files and the keys of the installation: keep it as secret as these.' +
        '\nTo read it: quire restore <file> --verify',
    )
    .action(doing(context, (file: string, options: Options) => run(context, resolve(file), options)))
}

async function run(
  { environment, io, isJson }: CommandContext,
  file: string,
  options: Options,
): Promise<CommandResult> {
  const config = readConfig(environment)
  if (await isThere(file)) throw new Problem('conflict', `${file} exists already: choose another name`)
  const bar = progressBar(isJson ? undefined : io.stderr)
  const visit = await visitDatabase(config, async (connection) => {
    const snapshot = await openSnapshot(connection)
    return backUp(config, snapshot, file, { ...options, onProgress: bar.show }).finally(() =>
      snapshot.close().finally(bar.end),
    )
  })
  if (!visit)
    throw new Problem('not_found', 'There is no database to back up: quire doctor says where it looks')
  const { files, damaged, hasFiles } = visit.answer
  const { size } = await stat(file)
  return {
    result: { file, bytes: size, files: hasFiles ? files : null, damaged },
    lines: [
      `Wrote ${file}: ${sizeOf(size)}${hasFiles ? `, with ${files} files` : ''}`,
      ...(hasFiles ? [] : ['Files stay in S3 and are not in it; with --files they are']),
      ...damaged.map((hash) => `Damaged where it is kept: the file ${hash}`),
    ],
    code: damaged.length > 0 ? 1 : 0,
  }
}

type Asked = Options & { onProgress(what: string, done: number, all: number): void }

async function backUp(config: Config, snapshot: Snapshot, file: string, { files, onProgress }: Asked) {
  const { migrations, tables, sequences } = snapshot
  const hasFiles = config.blobs.kind === 'folder' || files === true
  const head = {
    ...{ format: FORMAT, version: VERSION, createdAt: new Date().toISOString(), publicUrl: config.publicUrl },
    ...{ hasFiles, migrations, tables, sequences },
  }
  const blobs = hasFiles ? openBlobs(config.blobs) : undefined
  const keys = await readKeys(config)
  return { hasFiles, ...(await writeBackup(file, { snapshot, head, keys, blobs, onProgress })) }
}

/** What settings say does not lie in the data folder. */
async function readKeys({ dataFolder }: Config) {
  const keys = new Map<string, Buffer>()
  for (const name of KEYS) {
    const bytes = await readFile(join(dataFolder, name)).catch(() => undefined)
    if (bytes) keys.set(name, bytes)
  }
  return keys
}

function isThere(file: string) {
  return access(file).then(
    () => true,
    () => false,
  )
}

export function sizeOf(bytes: number) {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
