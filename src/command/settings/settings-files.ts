// Settings from files: all of them from one, as NAME=value lines, and single ones, such as passwords, from a file each.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from '../../config.ts'
import type { Environment } from '../context.ts'

const ALL = 'QUIRE_SETTINGS_FILE'
/** QUIRE_SMTP_URL_FILE names the file with the value of QUIRE_SMTP_URL. The key of a collector is a header. */
const ONE = /^(QUIRE_[A-Z_]+|OTEL_EXPORTER_OTLP_(?:TRACES_)?HEADERS)_FILE$/
const LARGEST = 100_000

/** What files say, below what the environment says. */
export function withSettingsFiles(environment: Environment): Environment {
  const problems: string[] = []
  const { [ALL]: file, ...own } = environment
  const given = file ? { ...parsed(readSetting(ALL, file, problems)), ...withoutEmpty(own) } : own
  const settings: Environment = {}
  for (const [name, value] of Object.entries(given)) {
    const target = ONE.exec(name)?.[1]
    if (target === undefined) settings[name] ??= value
    else if (!value) continue
    else if (given[target]) problems.push(`${target} and ${name} are both set: choose one`)
    else settings[target] = readSetting(name, value, problems).replace(/\r?\n$/, '')
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return settings
}

function parsed(text: string): Environment {
  return parseEnv(text)
}

/** An empty variable is ignored, as everywhere. */
function withoutEmpty(environment: Environment) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

function readSetting(name: string, file: string, problems: string[]) {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.length <= LARGEST) return text
    problems.push(`${name} names a file that is too long`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    problems.push(`${name} names ${file}, which cannot be read${code ? ` (${code})` : ''}`)
  }
  return ''
}
