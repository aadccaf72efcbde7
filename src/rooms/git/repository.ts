// A commit seen as the repository of one space: the files below its root, and what its configuration says about them.
import { breathe } from '../../content/breath.ts'
import type { Ctx } from '../../domain/context.ts'
import { type Redirect, readConfig } from '../../repository/config.ts'
import type { Problem } from '../../repository/problems.ts'
import { entriesIn, type Summary, type SummaryEntry, withReadmes } from '../../repository/summary.ts'
import { readSummaryIn } from '../../repository/summary-task.ts'
import type { GitCache, TreeEntry } from '../../world/git.ts'
import { deadRedirects, missingNamed, neitherNor, strangeSigns } from './damage.ts'

/** A path from the top of the space in it. */
export type FileProblem = Problem & { file: string }

/** All that is asked of the place where the files lie: a commit of a cache, or an archive. */
export type FileSource = Pick<GitCache, 'list' | 'readBlobs'>

export type Repository<Source extends FileSource = FileSource> = {
  cache: Source
  commit: string
  /** The project directory, which holds the configuration: empty, or ends in a slash. */
  folder: string
  /** What is in front of every path of the space: empty, or ends in a slash. */
  prefix: string
  /** Regular files with readable names, by their paths from the top of the space. */
  files: Map<string, TreeEntry>
  /** All that lies there, whatever it is: no new file may take such a place. */
  taken: Set<string>
  /** Also what lies outside the space, by its path in the commit. */
  everything: readonly TreeEntry[]
  readme: string
  summaryFile: string
  /** Absent where the folders are the table of contents. */
  summary?: { text: string; bytes: Buffer; read: Summary }
  /** The file that says where the space lies, and its redirects; its path is one of the repository. */
  config?: { path: string; text: string; bytes: Buffer; redirects: Redirect[] }
  problems: FileProblem[]
}

const CONFIG_FILES = ['.gitbook.yaml', '.gitbook.yml']
const REGULAR = new Set(['100644', '100755'])

export async function openRepository<Source extends FileSource>(
  { threads }: Pick<Ctx, 'threads'>,
  cache: Source,
  commit: string | null,
  directory: string,
): Promise<Repository<Source>> {
  const all = commit === null ? [] : await cache.list(commit)
  await breathe()
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
  await breathe()
  const taken = new Set(inside.map((entry) => at(entry)[0]))
  await breathe()
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
  await breathe()
  if (bytes) problems.push(...strangeSigns(config.summary, bytes))
  for (const problem of summary?.read.problems ?? []) problems.push({ ...problem, file: config.summary })
  await breathe()
  if (configBytes) problems.push(...strangeSigns(configFile, configBytes))
  problems.push(...missingNamed(configFile, config, taken))
  problems.push(...deadRedirects({ file: configFile, text: configText, redirects: config.redirects, files }))
  await breathe()
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

const INCLUDES = '.gitbook/includes/'
export const ASSETS_FOLDER = '.gitbook/assets/'
export const VARIABLES_FILE = '.gitbook/vars.yaml'

/** What is larger is no text that somebody wrote: it stays in the repository. */
export const MOST_PAGE_BYTES = 5_000_000

/** Texts that are shared by pages. */
export function includesOf({ files }: Repository) {
  const isInclude = ([path, { size }]: [string, TreeEntry]) =>
    path.startsWith(INCLUDES) && /\.md$/i.test(path) && size <= MOST_PAGE_BYTES
  return new Set([...files].filter(isInclude).map(([path]) => path))
}

/** Markdown that may be a page. What lies in a folder that hides is one only if the table of contents lists it. */
export function pageFilesOf({ files, summaryFile, summary }: Repository) {
  const listed = new Set(summary && entriesIn(summary.read).map(fileListed))
  const pages = new Set<string>()
  for (const [path, { size }] of files) {
    if (!/\.md$/i.test(path) || path === summaryFile || path.startsWith('.gitbook/')) continue
    if (size > MOST_PAGE_BYTES) continue
    if (!HIDES.test(path) || listed.has(path)) pages.add(path)
  }
  return pages
}

/** Not a place for pages or files. */
export function isOutOfSight(path: string) {
  return HIDES.test(path) && !path.startsWith('.gitbook/')
}

const HIDES = /(?:^|\/)(?:\.|node_modules(?:\/|$))/

export function isTextFile(path: string, pageFiles: ReadonlySet<string>) {
  return pageFiles.has(path) || (/\.md$/i.test(path) && !path.startsWith(ASSETS_FOLDER))
}

function fileListed({ target }: SummaryEntry) {
  return target.kind === 'file' ? target.path : undefined
}
