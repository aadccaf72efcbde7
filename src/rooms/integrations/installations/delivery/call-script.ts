// Running the script of an integration: with its environment, recorded with what it wrote.
import type { OutsideContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { DeliveryLog } from '../../../../kit/storage/tables/integrations.ts'
import { callDeveloper } from '../../../../world/scripts/development.ts'
import { ScriptFailed } from '../../../../world/scripts/failure.ts'
import type { ScriptAnswer, ScriptLog, ScriptRequest } from '../../../../world/scripts/scripts.ts'
import type { IntegrationRow } from '../../integrations/integrations.ts'
import { sealConfiguration } from '../configuration.ts'
import { environmentOf, type Recipient } from './environment.ts'
import { deleteDeliveriesBeyond, insertDelivery } from './store-deliveries.ts'

/** What happened, without who is told. */
export type Told = { type: string } & Record<string, unknown>

/** What a script answers to events that it has no handler for. */
export const NOT_HANDLED = 406

export type Called = Pick<ScriptAnswer, 'status' | 'headers' | 'body'> & {
  /** When the work that goes on behind the answer is over, and written down. */
  finished: Promise<void>
}

/** Throws ScriptFailed where there is no answer; that is written down too. */
export async function callScript(
  ctx: OutsideContext,
  to: Recipient,
  told: Told,
  body?: ScriptRequest['body'],
): Promise<Called> {
  const event = { eventId: ctx.ids.next(), ...told }
  const isSettingUp = told.type.endsWith('_setup')
  const request = { event, environment: await environmentOf(ctx, to, { isSettingUp }), body }
  const notes: ScriptLog[] = []
  const note = (message: string) => notes.push({ level: 'warn', message, timestamp: ctx.clock.now() })
  const write = (status: 'success' | 'failed', logs: ScriptLog[]) =>
    insertDelivery(ctx.db, {
      id: event.eventId,
      integration: to.integration.name,
      installationId: to.installation?.id ?? null,
      ...writtenEvent(ctx, event),
      status,
      logs: JSON.stringify([...notes, ...logs].map(asWritten)),
      createdAt: ctx.clock.now(),
    })
  try {
    const { status, headers, body, finished } = await run(ctx, to, request, note)
    const isGood = status < 400
    const written = finished.then(async ({ logs, failure }) => {
      if (status === NOT_HANDLED) return
      await write(isGood && !failure ? 'success' : 'failed', [...logs, ...failureLog(ctx, failure)])
    })
    return { status, headers, body, finished: written.catch((error) => unwritten(ctx, error)) }
  } catch (error) {
    if (error instanceof ScriptFailed)
      await write('failed', [...error.logs, ...failureLog(ctx, error)]).catch((error) =>
        unwritten(ctx, error),
      )
    throw error
  }
}

/** Everything but the configuration before a change, which is sealed. */
function writtenEvent(ctx: OutsideContext, event: Told) {
  const { configuration, ...previous } = Object(event.previous)
  if (!configuration) return { payload: JSON.stringify(event), sealedPrevious: null }
  return {
    payload: JSON.stringify({ ...event, previous }),
    sealedPrevious: sealConfiguration(ctx, configuration),
  }
}

/** Of one integration, however much its script is told. */
const MOST_DELIVERIES = 10_000

export function forgetDeliveriesBeyond(ctx: WriteContext, integration: string, most = MOST_DELIVERIES) {
  return deleteDeliveriesBeyond(ctx.db, integration, most)
}

/** It may be gone by now, with all that is written about it. */
function unwritten({ log }: OutsideContext, error: unknown) {
  log.warn({ err: error }, 'Failed to record the call of a script')
}

async function run(
  ctx: OutsideContext,
  { integration, installation }: Recipient,
  request: ScriptRequest,
  note: (message: string) => unknown,
) {
  const { name, version, script, devUrl, organizationId: tenant } = integration
  if (devUrl && isInDevelopmentFor(integration, installation?.organizationId)) {
    const answer = await callDeveloper(ctx.fetcher, devUrl, request)
    if (answer) return answer
    note(`The development server ${new URL(devUrl).host} does not answer; the published version ran.`)
  }
  return ctx.scripts.call(
    {
      key: `${name} ${version} ${script}`,
      tenant,
      text: async () => (await ctx.blobs.read(script))?.toString() ?? '',
    },
    request,
  )
}

function isInDevelopmentFor(
  { organizationId, isDevForAll }: IntegrationRow,
  installedFor: string | undefined,
) {
  return isDevForAll || installedFor === undefined || installedFor === organizationId
}

function failureLog({ clock }: OutsideContext, failure: Error | undefined): ScriptLog[] {
  return failure ? [{ level: 'error', message: failure.message, timestamp: clock.now() }] : []
}

function asWritten({ level, message, timestamp }: ScriptLog): DeliveryLog {
  return { level, message, timestamp: timestamp.toISOString() }
}
