import type { ReadContext } from '../../../kit/domain/context.ts'
import { configurationOf } from '../installations/configuration.ts'
import type { ScriptDeliveryRow } from '../installations/find-installations.ts'

export function presentDelivery(
  { id, integration, installationId, createdAt, payload, sealedPrevious, status }: ScriptDeliveryRow,
  ctx: Pick<ReadContext, 'vault'>,
) {
  const configuration =
    sealedPrevious === null ? undefined : configurationOf(ctx, { sealedConfiguration: sealedPrevious })
  return {
    id,
    integrationId: integration,
    ...(installationId !== null && { installationId }),
    createdAt: createdAt.toISOString(),
    payload: configuration
      ? { ...payload, previous: { ...Object(payload.previous), configuration } }
      : payload,
    status,
  }
}
