// Loaded where tracing is on, and nowhere else.
import { randomUUID } from 'node:crypto'
import type { Log } from '../log/log.ts'
import type { Fetcher } from '../network/fetcher.ts'
import { VERSION } from '../version.ts'
import { openExporter } from './exporter.ts'
import type { TracingSettings } from './settings.ts'
import { beginWhole, readTraceparent } from './spans.ts'
import type { Tracing } from './tracing.ts'
import { fetcherOf, gitOf, statementsOf } from './watched.ts'

export { sendSpans } from './exporter.ts'

export function openTracing(settings: TracingSettings, outside: { fetcher: Fetcher; log: Log }): Tracing {
  const { sampler } = settings
  const exporter = openExporter({ ...settings, resource: resourceOf(settings) }, outside)
  return {
    begin(name, kind, { attributes, parent }) {
      const from = parent === undefined ? undefined : readTraceparent(parent)
      return beginWhole({ name, kind, attributes }, { parent: from, sampler, keep: exporter.add })
    },
    statementsOf,
    fetcherOf,
    gitOf,
    close: exporter.close,
  }
}

function resourceOf({ resource }: TracingSettings) {
  return {
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
    'telemetry.sdk.name': 'quire',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': VERSION,
    ...resource,
  }
}
