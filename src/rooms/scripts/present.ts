import type { DeliveryRow } from '../installations/reading.ts'

export function presentDelivery({
  id,
  integration,
  installationId,
  createdAt,
  payload,
  status,
}: DeliveryRow) {
  return {
    id,
    integrationId: integration,
    ...(installationId !== null && { installationId }),
    createdAt: createdAt.toISOString(),
    payload,
    status,
  }
}
