// quire restore: what a backup has, in a database and a data folder that are empty.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { listMigrations, migrate } from '../../kit/storage/database/migrate.ts'
import type { ConnectionSettings } from '../../kit/storage/db.ts'
import { beginLoad, type Load, NotEmpty } from '../../kit/storage/snapshot/load.ts'
import { type Blobs, openBlobs } from '../../world/blobs/blobs.ts'
import { requireDataFolder } from '../../world/make-folder.ts'
import { type CommandContext, type CommandResult, describeCommand, doing } from '../context.ts'
import { withDatabase } from '../process/open.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import type { BackupHead } from './format.ts'
import { BackupDamaged, type BackupSink, type ReadBackup, readBackup } from './read-backup.ts'

type Options = { verify?: boolean }

export function addRestore(program: Command, context: CommandContext) {
  describeCommand(program.command('restore'), 'Restore a backup into an empty data folder and database', [
    'restore quire.tar.gz',
    'restore quire.tar.gz --verify',
  ])
    .argument('<file>', 'what quire backup wrote')
    .option('--verify', 'only read it from end to end, and say whether it is whole')
    .addHelpText('after', '\nBackups of earlier releases are migrated to this one.')
    .action(doing(context, (file: string, options: Options) => run(context, resolve(file), options)))
}

async function run(context: CommandContext, file: string, { verify }: Options): Promise<CommandResult> {
  const config = readConfig(context.environment)
  const read = await reading(context, file, (read) => (verify ? read(NOTHING) : restore(config, read)))
  const { head, tables, files } = read
  const summary = `${tables} tables, ${head.hasFiles ? `${files} files` : 'without the files, which are kept elsewhere'}`
  return {
    result: { createdAt: head.createdAt, version: head.version, tables, files, damaged: read.damaged },
    lines: [
      `${verify ? 'Whole' : 'Restored'}: the backup of ${head.createdAt} by Quire ${head.version} (${summary})`,
      ...read.damaged.map((hash) => `Damaged before the backup was made: the file ${hash}`),
      ...(verify ? [] : adviceOf(config, head)),
    ],
  }
}

function adviceOf({ publicUrl }: Config, head: BackupHead) {
  return [
    ...(head.publicUrl === publicUrl
      ? []
      : [`It was at ${head.publicUrl}; QUIRE_PUBLIC_URL is ${publicUrl} now`]),
    'To start the service: quire serve',
  ]
}

type Read = (sink: BackupSink) => Promise<ReadBackup>

async function reading<T>({ io, isJson }: CommandContext, file: string, work: (read: Read) => Promise<T>) {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new Problem('not_found', `There is no file ${file}`)
  const bar = progressBar(isJson ? undefined : io.stderr)
  let done = 0
  try {
    return await work((sink) =>
      readBackup(file, sink, (bytes) => {
        done += bytes
        bar.show('the backup', done, found.size)
      }),
    )
  } catch (error) {
    if (error instanceof BackupDamaged) throw new Problem('invalid', `${file}: ${error.message}`, {}, error)
    throw error
  } finally {
    bar.end()
  }
}

/** Reads, and keeps nothing. */
const NOTHING: BackupSink = {
  begin: async () => {},
  key: async () => {},
  rows: async () => {},
  async file(_, bytes) {
    for await (const _ of bytes);
  },
}

async function restore(config: Config, read: Read) {
  await requireDataFolder(config.dataFolder)
  return withDatabase(config, async (connection) => {
    const target = openTarget(config, connection, openBlobs(config.blobs))
    try {
      const done = await read(target.sink)
      await target.finish()
      await migrate(connection)
      return done
    } catch (error) {
      if (error instanceof NotEmpty)
        throw new Problem(
          'conflict',
          'The database is not empty: restore into an empty one, with QUIRE_DATA_DIR or QUIRE_DATABASE_URL',
        )
      throw error
    } finally {
      await target.close()
    }
  })
}

/** Files go where they belong as they come; rows and keys count once all was read. */
function openTarget(config: Config, connection: ConnectionSettings, blobs: Blobs) {
  const keys = new Map<string, Buffer>()
  let load: Load | undefined
  const sink: BackupSink = {
    async begin(head) {
      await requireKnown(head)
      load = await beginLoad(connection, head)
    },
    async key(name, bytes) {
      keys.set(name, bytes)
    },
    rows: async (table, bytes) => load?.put(table, bytes),
    async file(_, bytes) {
      await blobs.putStream(bytes, { maxBytes: Number.POSITIVE_INFINITY })
    },
  }
  return {
    sink,
    async finish() {
      for (const [name, bytes] of keys) await keepKey(config, name, bytes)
      await load?.commit()
    },
    close: async () => load?.close(),
  }
}

async function requireKnown({ migrations, version }: BackupHead) {
  const known = await listMigrations()
  if (migrations.some((name) => !known.includes(name)))
    throw new Problem(
      'conflict',
      `The backup was made by Quire ${version}, which is newer: restore it with that`,
    )
}

/** Without the key that sealed them, nobody reads the secrets in the tables. */
async function keepKey({ dataFolder, secretKey }: Config, name: string, bytes: Buffer) {
  if (name === 'secret-key' && secretKey !== undefined)
    throw new Problem(
      'conflict',
      'The backup has the key of its installation: restore it without QUIRE_SECRET_KEY',
    )
  const file = join(dataFolder, name)
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx' }).catch(async (error) => {
    if (error.code !== 'EEXIST') throw error
    if (!(await readFile(file)).equals(bytes))
      throw new Problem('conflict', `${file} belongs to another installation: choose an empty QUIRE_DATA_DIR`)
  })
}
