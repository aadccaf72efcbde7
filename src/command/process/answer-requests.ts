// Answers requests that would keep the event loop of the server waiting, in a process of its own: see
// request-workers.ts.
import type { Command } from 'commander'
import { buildApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { DelegatedAnswer, DelegatedRequest } from '../../kit/http/requests/delegate.ts'
import type { TaskAnswer, TaskMessage } from '../../world/threads/worker-handles.ts'
import { type CommandContext, withServices } from '../context.ts'
import type { OpenServices } from './open.ts'

export function addAnswerRequests(program: Command, context: CommandContext) {
  program.command('answer-requests', { hidden: true }).action(() => answerRequests(context))
}

async function answerRequests(context: CommandContext) {
  const work = async (services: OpenServices, { trustProxy, sharedCacheSeconds }: Config) => {
    // What a long page stands in is the same for all of them: without hearing of changes it would be read for each.
    await services.listen()
    // Counted and limited by the server that asks.
    const app = await buildApp(services, { trustProxy, sharedCacheSeconds })
    await app.ready()

    async function answer({
      method,
      url,
      headers,
      body,
      address,
    }: DelegatedRequest): Promise<DelegatedAnswer> {
      // The length is that of the body as it was sent.
      const { 'content-length': _, ...rest } = headers
      const response = await app.inject({
        method: method as 'GET',
        url,
        headers: rest,
        payload: typeof body === 'object' ? Buffer.from(body) : body,
        remoteAddress: address,
      })
      const { statusCode, rawPayload } = response
      return { status: statusCode, headers: response.headers, body: rawPayload }
    }

    process.on('message', async (message) => {
      const { input } = message as TaskMessage
      const said: TaskAnswer = await answer(input as DelegatedRequest).then(
        (output) => ({ output }),
        (error) => ({ error }),
      )
      process.send?.(said)
    })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
    // A server that was killed meanwhile is not told of again.
    if (process.connected) await new Promise((resolve) => process.once('disconnect', resolve))
    // What its readers did is counted before the database is left.
    await app.close()
  }
  await withServices(context, work, { isStoppable: false })
}
