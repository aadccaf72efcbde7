// A commit seen as the repository of one space: the files below its root, and what its configuration says about them.

import type { TreeEntry } from '../../../world/git/git.ts'
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { readConfig } from '../../repository/config.ts'
import { withReadmes } from '../../repository/summary/summary.ts'
import { readSummaryIn } from '../../repository/summary/summary-task.ts'
import { deadRedirects, missingNamed, neitherNor, strangeSigns } from '../report/damage.ts'
import type { FileProblem, FileSource, Repository, SyncTools } from '../types.ts'
import { readArrangement } from './read-arrangement.ts'

const CONFIG_FILES = ['.gitbook.yaml', '.gitbook.yml']
const REGULAR = new Set(['100644', '100755'])

export async function openRepository<Source extends FileSource>(
  { threads }: Pick<SyncTools, 'threads'>,
  cache: Source,
  commit: string | null,
  directory: string,
): Promise<Repository<Source>> {
  const all = commit === null ? [] : await cache.list(commit)
  await yieldToEventLoop()
  const folder = directory === '' ? '' : `${directory}/`
  const configs = configsIn(all, folder)
  const configEntry = configEntryIn(configs, folder)
  const configBytes = configEntry && (await readBytes(cache, configEntry))
  const configText = configBytes?.toString('utf8') ?? ''
  const config = readConfig(configText)
  const prefix = config.root === '' ? folder : `${folder}${config.root}/`
  const inside = all.filter(({ path, isText }) => isText && path.startsWith(prefix))
  const at = (entry: TreeEntry): [string, TreeEntry] => [entry.path.slice(prefix.length), entry]
  const files = new Map(inside.filter(({ mode }) => REGULAR.has(mode)).map(at))
  await yieldToEventLoop()
  const taken = new Set(inside.map((entry) => at(entry)[0]))
  await yieldToEventLoop()
  const configFile = configEntry?.path ?? '.gitbook.yaml'
  const problems = config.problems.map((problem): FileProblem => ({ ...problem, file: configFile }))
  if (configs.length > 0 && !configEntry) {
    const message = 'The configuration is a symbolic link or a submodule, and is not read'
    problems.push({ file: configFile, kind: 'no-file', message })
  }
  const entry = files.get(config.summary)
  const bytes = entry && (await readBytes(cache, entry))
  const text = bytes?.toString('utf8') ?? ''
  const summary = bytes && {
    text,
    bytes,
    read: withReadmes(await readSummaryIn(threads, text, config.summary), (path) => files.has(path)),
  }
  const arrangement = await readArrangement(cache, files, { isOurs: Boolean(configEntry || summary) })
  await yieldToEventLoop()
  if (bytes) problems.push(...strangeSigns(config.summary, bytes))
  for (const problem of summary?.read.problems ?? []) problems.push({ ...problem, file: config.summary })
  await yieldToEventLoop()
  if (configBytes) problems.push(...strangeSigns(configFile, configBytes))
  problems.push(...missingNamed(configFile, config, taken))
  problems.push(...deadRedirects({ file: configFile, text: configText, redirects: config.redirects, files }))
  await yieldToEventLoop()
  problems.push(
    ...neitherNor(
      all.filter(({ path }) => path.startsWith(prefix)),
      prefix,
    ),
  )
  return {
    cache,
    commit: commit ?? '',
    folder,
    prefix,
    files,
    taken,
    everything: all,
    readme: config.readme,
    summaryFile: config.summary,
    summary,
    arrangement,
    config: configEntry &&
      configBytes && {
        path: configEntry.path,
        text: configText,
        bytes: configBytes,
        redirects: config.redirects,
      },
    problems,
  }
}

function configsIn(entries: readonly TreeEntry[], folder: string) {
  const [yaml, yml] = CONFIG_FILES.map((name) => folder + name)
  return entries.filter(({ path }) => path === yaml || path === yml)
}

export function configEntryIn(entries: readonly TreeEntry[], folder: string) {
  return configsIn(entries, folder).find(({ mode }) => REGULAR.has(mode))
}

export async function readBytes(cache: FileSource, { oid }: Pick<TreeEntry, 'oid'>) {
  let read: Buffer = Buffer.alloc(0)
  await cache.readBlobs([oid], (_, bytes) => {
    read = bytes
  })
  return read
}
