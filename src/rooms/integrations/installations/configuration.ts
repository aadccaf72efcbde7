import { isSame } from '../../../engines/content/same.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { InstallationStatus } from '../../../kit/storage/tables/integrations.ts'
import type { Configuration, ConfigurationProperty, Manifest } from '../integrations/schema.ts'
import type { ConfigurationValues } from './schema.ts'
import type { PlaceKind } from './store.ts'

const LARGEST = 64 * 1024
const FIELD = 'body.configuration'

type Vaulted = Pick<ReadContext, 'vault'>

/** People fill in keys of other services: in the database it is sealed. */
export function configurationOf(
  { vault }: Vaulted,
  { sealedConfiguration }: { sealedConfiguration: string },
): ConfigurationValues {
  return JSON.parse(vault.open(sealedConfiguration))
}

export function sealConfiguration({ vault }: Vaulted, values: ConfigurationValues) {
  return vault.seal(JSON.stringify(values))
}

/** What there is to fill in for an organization, a space or a site. */
export function configurationFor({ configurations }: Manifest, kind: PlaceKind | 'account') {
  return configurations?.[kind]
}

/**
 * Refuses what the integration does not ask for. Its own script may keep more: what it was given elsewhere. Whoever sends
 * all of it back, to change some, may leave that as it is.
 */
export function checkConfiguration(
  asked: Configuration | undefined,
  values: ConfigurationValues,
  { byScript, before }: { byScript: boolean; before: ConfigurationValues },
) {
  if (JSON.stringify(values).length > LARGEST)
    throw invalid(`${FIELD} has more than ${LARGEST / 1024} KB`, { field: FIELD })
  if (!asked || 'componentId' in asked) return
  for (const [name, value] of Object.entries(values)) {
    const property = Object.hasOwn(asked.properties, name) ? asked.properties[name] : undefined
    const field = `${FIELD}.${name}`
    if (!property && (byScript || isSame(value, before[name]))) continue
    if (!property)
      throw invalid(
        `${field} is unknown to the integration: its fields are ${Object.keys(asked.properties).join(', ') || 'nothing'}`,
        { field },
      )
    requireKind(property, value, field)
  }
}

function requireKind({ type, enum: words }: ConfigurationProperty, value: unknown, field: string) {
  // What a button leads to, the script writes down.
  if (type === 'button' || value === null) return
  if (typeof value !== type) throw invalid(`${field} must be a ${type}`, { field })
  if (words && !words.includes(value as string))
    throw invalid(`${field} must be one of ${words.join(', ')}`, { field })
}

/** Whether all that is needed is filled in. What a component asks for, it knows itself: something must be there. */
function isConfigured(asked: Configuration | undefined, values: ConfigurationValues) {
  if (!asked) return true
  if ('componentId' in asked) return Object.keys(values).length > 0
  return (asked.required ?? []).every((name) => {
    const value = values[name]
    return value !== undefined && value !== null && value !== ''
  })
}

/** With what the integration says of fields that nobody filled in: its script reads it there. */
export function withDefaults(asked: Configuration | undefined, values: ConfigurationValues) {
  if (!asked || 'componentId' in asked) return values
  const defaults = Object.entries(asked.properties).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...values }
}

type Changes = { status?: 'active' | 'paused'; configuration?: ConfigurationValues }
type Before = { status: InstallationStatus; configuration: ConfigurationValues }

/** What is paused stays so until somebody says otherwise. Undefined where nothing about it changes. */
export function statusAfter(
  asked: Configuration | undefined,
  { status, configuration }: Changes,
  before: Before,
) {
  if (!status && !configuration) return
  return (status ?? before.status) === 'paused'
    ? ('paused' as const)
    : statusOf(asked, configuration ?? before.configuration)
}

export function statusOf(asked: Configuration | undefined, values: ConfigurationValues) {
  return isConfigured(asked, values) ? ('active' as const) : ('pending' as const)
}
