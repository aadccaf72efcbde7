import type { OutsideContext } from '../../../kit/domain/context.ts'

/** So that proxies between us do not take a stream for dead. */
const BEAT = 15_000

/** Waits for events of an organization, or for what a person is told, for a while: true where there may be some. */
export function newsOf(ctx: OutsideContext, id: string, signal: AbortSignal) {
  let wake = () => {}
  const news = {
    isThere: false,
    async wait() {
      if (news.isThere || signal.aborted) return true
      let timer: ReturnType<typeof setTimeout> | undefined
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, BEAT)
      })
      clearTimeout(timer)
      return news.isThere || signal.aborted
    },
    end() {
      stop()
      signal.removeEventListener('abort', leave)
    },
  }
  const stop = ctx.onEvents(id, () => {
    news.isThere = true
    wake()
  })
  const leave = () => wake()
  signal.addEventListener('abort', leave)
  return news
}
