import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { webhookHeaders, webhookSecret } from './webhook-signature.ts'

const body = JSON.stringify({ type: 'team.created', title: 'Größe' })
const message = { id: '01kx6m7c8f1h4k7n0q3t6w9z2b', sentAt: new Date(), body }

describe('the signature of a webhook', () => {
  it('is what the package of the standard verifies', () => {
    const secret = webhookSecret('a secret that nobody can guess!!')
    const headers = webhookHeaders(message, [secret])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(new Webhook(secret).sign(message.id, message.sentAt, body)).toBe(headers['webhook-signature'])
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow()
  })

  it('is known by the old secret and by the new one', () => {
    const [fresh, earlier] = [webhookSecret('the new secret, of 32 characters'), webhookSecret('the old one')]
    const headers = webhookHeaders(message, [fresh, earlier])
    for (const secret of [fresh, earlier]) expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
    expect(() => new Webhook(webhookSecret('somebody else')).verify(body, headers)).toThrow()
  })
})
