// Sending events to receivers. A webhook is sent to by one process at a time, for some seconds; then others have a turn.
import { groupBy } from '../../../engines/content/groups.ts'
import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import type { InTransaction } from '../../../kit/domain/jobs.ts'
import { poller } from '../../../kit/domain/poller.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { webhookHeaders } from '../../../world/network/webhook-signature.ts'
import { openSemaphore } from '../../../world/threads/semaphore.ts'
import { presentEvent } from '../events/present.ts'
import { nextAttempt } from './retries.ts'
import {
  claimWebhooks,
  type DeliveryAttempt,
  type DueDelivery,
  failWaiting,
  giveBack,
  hasTakenSince,
  insertDeliveries,
  listDueDeliveries,
  lockWebhook,
  updateDeliveries,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

const AT_ONCE = 100
/** What is asked of the database: deliveries can wait a little, and those who use the API meanwhile should not. */
const inTurn = openSemaphore(4)
/** Places of those whose receivers take nothing, in all processes. */
const MOST_FAILING = 40
/** Deliveries that are read, and whose outcomes are kept, together. */
const BATCH = 100
/** Resources of one webhook that are sent side by side. */
const SIDE_BY_SIDE = 8
/** Milliseconds that a receiver may take. */
const PATIENCE = 10_000
/** Milliseconds after which nothing more is begun. With the patience, it stays well within the claim. */
const TURN = 4_000
const CLAIM = 20_000
const LARGEST_ANSWER = 1_000_000
/** Characters that are kept of an answer. */
const KEPT_OF_ANSWER = 1_000

/** Told by the kit of all events that were sequenced. */
export function makeDeliveries(ctx: WriteContext, eventIds: string[]) {
  return insertDeliveries(ctx.db, eventIds, ctx.clock.now())
}

export const deliverEvents = poller<WebhookRow>({
  name: 'webhooks.deliver',
  atOnce: AT_ONCE,
  claim({ db, clock }, most) {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM)
    return claimWebhooks(db, { now, until, most, mostFailing: MOST_FAILING })
  },
  run: deliver,
})

async function deliver(ctx: OutsideContext, webhook: WebhookRow, inTransaction: InTransaction) {
  const began = performance.now()
  const isOver = () => performance.now() - began > TURN
  const all: Made[] = []
  for (let isLast = false; !isLast; ) {
    const due = await inTurn(() => listDueDeliveries(ctx.db, webhook.id, ctx.clock.now(), BATCH))
    const made = await sendAll(ctx, webhook, due, isOver)
    all.push(...made)
    isLast = due.length < BATCH || made.length === 0
    const isEnded = await inTurn(() =>
      inTransaction((tx) => keep(tx, webhook, made, isLast ? all : undefined)),
    )
    if (isEnded) return
  }
}

/** Writes down what came of attempts; once all were made, the webhook is given back. True where nothing more is sent. */
async function keep(ctx: WriteContext, { id }: WebhookRow, made: Made[], all: Made[] | undefined) {
  // First: what comes meanwhile waits here, and finds it given back.
  const webhook = await lockWebhook(ctx.db, id)
  if (!webhook) return true
  if (made.length > 0)
    await updateDeliveries(
      ctx.db,
      made.map(({ attempt }) => attempt),
    )
  const end = await endOf(ctx, webhook, made)
  if (end !== undefined) await disable(ctx, webhook, end)
  else if (all) await giveBack(ctx.db, id, failingSince(ctx, webhook, all))
  return end !== undefined
}

/** `end`: the receiver wants nothing more. `triedSince`: it never took this one, which is given up. */
type Made = { attempt: DeliveryAttempt; end?: string; triedSince?: Date }

/** Why nothing more is sent. One event that a receiver never takes is no reason, where it takes others. */
async function endOf(ctx: WriteContext, { id }: WebhookRow, made: Made[]): Promise<string | undefined> {
  for (const { end, triedSince } of made) {
    if (end !== undefined) return end
    if (triedSince && !(await hasTakenSince(ctx.db, id, triedSince)))
      return 'The receiver has accepted nothing for a day'
  }
}

/** Each resource in its order, up to the first failure; several of them side by side. */
async function sendAll(ctx: OutsideContext, webhook: WebhookRow, due: DueDelivery[], isOver: () => boolean) {
  const lines = [...groupBy(due, ({ resource }) => resource).values()]
  const made: Made[] = []
  async function takeLines() {
    for (let line = lines.shift(); line; line = lines.shift()) {
      for (const delivery of line) {
        if (isOver()) return
        const outcome = delivery.event
          ? await send(ctx, webhook, delivery, JSON.stringify(presentEvent(delivery.event)))
          : forgotten(ctx, delivery)
        made.push(outcome)
        if (outcome.attempt.status === 'waiting' || outcome.end || outcome.triedSince) break
      }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeLines))
  return made
}

function forgotten({ clock }: OutsideContext, { id }: DueDelivery): Made {
  const now = clock.now()
  const nothing = { answerStatus: null, answerBody: null, milliseconds: 0 }
  return {
    attempt: {
      id,
      status: 'failed',
      attemptedAt: now,
      nextAttemptAt: now,
      error: 'The event is not kept any more',
      ...nothing,
    },
  }
}

async function send(
  ctx: OutsideContext,
  webhook: WebhookRow,
  delivery: DueDelivery,
  body: string,
): Promise<Made> {
  const attemptedAt = ctx.clock.now()
  const began = performance.now()
  const answer = await ask(ctx, webhook, { id: delivery.eventId, sentAt: attemptedAt, body })
  const milliseconds = Math.round(performance.now() - began)
  const made = { id: delivery.id, attemptedAt, milliseconds, ...answer }
  const { answerStatus } = answer
  if (answerStatus !== null && answerStatus >= 200 && answerStatus < 300)
    return { attempt: { ...made, status: 'delivered', nextAttemptAt: attemptedAt } }
  // By the rules of the standard, this one wants nothing more.
  if (answerStatus === 410)
    return {
      attempt: { ...made, status: 'failed', nextAttemptAt: attemptedAt },
      end: 'The receiver answered 410 Gone',
    }
  const triedSince = delivery.firstAttemptAt ?? attemptedAt
  const next = nextAttempt(attemptedAt, triedSince, delivery.attempts + 1)
  if (!next) return { attempt: { ...made, status: 'failed', nextAttemptAt: attemptedAt }, triedSince }
  return { attempt: { ...made, status: 'waiting', nextAttemptAt: next } }
}

type Answered = Pick<DeliveryAttempt, 'answerStatus' | 'answerBody' | 'error'>

async function ask(
  ctx: OutsideContext,
  webhook: WebhookRow,
  message: { id: string; sentAt: Date; body: string },
): Promise<Answered> {
  try {
    const { status, body } = await ctx.fetcher.fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Quire-Webhooks',
        ...webhookHeaders(message, secretsOf(ctx, webhook, message.sentAt)),
      },
      body: message.body,
      timeout: PATIENCE,
      maxBytes: LARGEST_ANSWER,
      // A redirect would take a signed message to somebody who was not named.
      maxRedirects: 0,
    })
    const isGood = status >= 200 && status < 300
    return {
      answerStatus: status,
      // What the database can not keep as text is left out.
      answerBody: body.toString('utf8').replaceAll('\0', '').slice(0, KEPT_OF_ANSWER),
      error: isGood ? null : `It answered ${status}, which is not 2xx`,
    }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const isRedirect = error.details.maxRedirects === 0
    const words = isRedirect ? `${error.details.host} redirects: use the URL it redirects to` : error.message
    return { answerStatus: null, answerBody: null, error: words }
  }
}

function secretsOf(
  { vault }: OutsideContext,
  { secret, earlierSecret, earlierUntil }: WebhookRow,
  now: Date,
) {
  const secrets = [vault.open(secret)]
  if (earlierSecret && earlierUntil && earlierUntil > now) secrets.push(vault.open(earlierSecret))
  return secrets
}

async function disable(ctx: WriteContext, { id, organizationId, isEnabled }: WebhookRow, reason: string) {
  await updateWebhook(ctx.db, id, {
    claimedUntil: null,
    dueAt: null,
    ...(isEnabled && { isEnabled: false, disabledReason: reason }),
  })
  if (!isEnabled) return
  await failWaiting(ctx.db, id, 'The webhook was disabled')
  await ctx.emit('webhook.disabled', { organizationId, webhookId: id, reason })
}

/** Since when its receiver takes nothing; null where it took something. */
function failingSince({ clock }: WriteContext, webhook: WebhookRow, made: Made[]) {
  if (made.some(({ attempt }) => attempt.status === 'delivered')) return null
  const isRefused = made.some(({ attempt }) => attempt.status === 'waiting')
  return webhook.failingSince ?? (isRefused ? clock.now() : null)
}
