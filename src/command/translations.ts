import { readFile, writeFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { SYSTEM } from '../kit/domain/context.ts'
import { Problem } from '../kit/domain/problems.ts'
import { acceptUnits, unitName } from '../rooms/translations/translations/accept-units.ts'
import { findUnits, readSentUnits, readStates, xliffOf } from '../rooms/translations/translations/exchange.ts'
import { followTranslation } from '../rooms/translations/translations/jobs.ts'
import { findAnyTranslation, listLanguages } from '../rooms/translations/translations/store.ts'
import { runJob } from '../services.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { counted } from './export.ts'
import type { OpenServices } from './process/open.ts'
import { progressBar } from './terminal/progress-bar.ts'

type ExportOptions = { language?: string; to?: string; all?: boolean; force?: boolean }
type ImportOptions = { language?: string }

export function addTranslations(program: Command, context: CommandContext) {
  const translations = program
    .command('translations')
    .description('Export texts for translators and import their translations')
  describeCommand(
    translations.command('export'),
    'Write missing and outdated translations to an XLIFF 2.1 or JSON file',
    [
      'translations export 7zq… --language de',
      'translations export 7zq… --language de --to german.json --all',
    ],
  )
    .argument('<translation>', 'id of the translation')
    .option('--language <code>', 'one of its languages (default: the first)')
    .option('--to <file>', 'a file that ends in .xlf or .json (default: the language with .xlf)')
    .option('--all', 'include translations that are up to date')
    .option('--force', 'overwrite the file')
    .action(doing(context, (id: string, options: ExportOptions) => exportUnits(context, id, options)))
  describeCommand(
    translations.command('import'),
    'Import translations from a file and update the translated space',
    ['translations import 7zq… de.xlf', 'translations import 7zq… german.json --language de'],
  )
    .argument('<translation>', 'id of the translation')
    .argument('<file>', 'an XLIFF 2 file, or a JSON file from the export')
    .option('--language <code>', 'the language, if the file does not name it')
    .action(
      doing(context, (id: string, file: string, options: ImportOptions) =>
        importUnits(context, id, file, options),
      ),
    )
}

async function openTranslation({ database: { db } }: OpenServices, id: string) {
  const translation = await findAnyTranslation(db, id)
  if (!translation) throw new Problem('not_found', `Translation ${id} not found`)
  return { ...translation, languages: await listLanguages(db, [id]) }
}

function exportUnits(
  context: CommandContext,
  id: string,
  { language, to, all = false, force = false }: ExportOptions,
): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const bar = progressBar(context.isJson ? undefined : context.io.stderr)
    bar.show('reading pages', 0, 0)
    const translation = await openTranslation(services, id)
    const asked = await findUnits(services.outside(SYSTEM), translation, language, {
      states: readStates(all ? 'missing,outdated,translated' : 'missing,outdated'),
      limit: Number.POSITIVE_INFINITY,
    }).finally(bar.end)
    const { rows } = asked.found
    const path = resolve(to ?? `${asked.language}.xlf`)
    const text =
      extname(path).toLowerCase() === '.json'
        ? jsonOf(asked.language, rows)
        : xliffOf(translation, asked.language, { rows })
    await write(path, text, force)
    return {
      result: { translation: id, language: asked.language, path, units: rows.length },
      lines: [
        `Exported ${counted(rows.length, 'unit')} to ${path}`,
        `To import the translations: quire translations import ${id} ${path}`,
      ],
    }
  })
}

type Rows = Awaited<ReturnType<typeof findUnits>>['found']['rows']

/** As the API answers and takes them: whoever translates fills in `target`. */
function jsonOf(language: string, rows: Rows) {
  const units = rows.map(({ page: { path }, unit }) => ({ unit: unitName(unit), path, ...unit }))
  return `${JSON.stringify({ language, units }, null, 2)}\n`
}

async function write(path: string, text: string, force: boolean) {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Problem('conflict', `${path} already exists: use --force to overwrite it`)
    throw error
  }
}

async function importUnits(
  context: CommandContext,
  id: string,
  file: string,
  { language }: ImportOptions,
): Promise<CommandResult> {
  const text = await readFile(file, 'utf8')
  const sent = extname(file).toLowerCase() === '.json' ? readJson(text, file) : { xliff: text }
  return withServices(context, async (services) => {
    const bar = progressBar(context.isJson ? undefined : context.io.stderr)
    const translation = await openTranslation(services, id)
    bar.show('checking units', 0, 0)
    const asked = language === undefined ? sent : { ...sent, language }
    const read = await readSentUnits(services.outside(SYSTEM), translation, asked, 'import')
    const accepted = await services.asSystem((ctx) =>
      acceptUnits(ctx, read.language, translation.organizationId, read.units),
    )
    bar.show('writing pages', 0, 0)
    await runJob(services, followTranslation, { translationId: id })
    bar.end()
    const { unchanged, refused } = read
    return {
      result: { translation: id, language: read.language.language, accepted, unchanged, refused },
      lines: [
        `Took ${counted(accepted, 'translation')}; ${unchanged} were known`,
        ...(refused.length > 0 ? [`Refused ${counted(refused.length, 'unit')}:`] : []),
        ...refused.map(({ unit, reason }) => `  ${unit || file}  ${reason}`),
      ],
      code: refused.length > 0 ? 1 : 0,
    }
  })
}

/** Units without a target are those that nobody has translated yet. */
function readJson(text: string, file: string) {
  const read = parsed(text)
  const list: unknown = Reflect.get(read, 'units')
  if (!Array.isArray(list))
    throw new Problem('invalid', `${file} is not {"language": …, "units": [{"unit", "target"}]}`)
  const units = list.flatMap((each: unknown) => {
    const { unit, target }: { unit?: unknown; target?: unknown } = Object(each)
    return typeof unit === 'string' && typeof target === 'string' ? [{ unit, target }] : []
  })
  const language: unknown = Reflect.get(read, 'language')
  return { units, ...(typeof language === 'string' && { language }) }
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
