// Signatures of what is sent to receivers, by the rules of Standard Webhooks 1.0: https://www.standardwebhooks.com
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** A random secret, in the form that receivers get. */
export function webhookSecret(random: string) {
  return PREFIX + Buffer.from(random).toString('base64')
}

export type SignedMessage = { id: string; sentAt: Date; body: string }

/** The headers of a message, signed with each of the secrets: while they change, a receiver knows one of them. */
export function webhookHeaders({ id, sentAt, body }: SignedMessage, secrets: readonly string[]) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
