import type { OutsideContext } from '../../../kit/domain/context.ts'

/** So that proxies between us do not take a stream for dead. */
const BEAT = 15_000

/** Waits for events of organizations, or for what people are told, for a while: true where there may be some. */
export function newsOf(ctx: OutsideContext, ids: string | readonly string[], signal: AbortSignal) {
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
      for (const stop of stops) stop()
      signal.removeEventListener('abort', leave)
    },
  }
  const hear = () => {
    news.isThere = true
    wake()
  }
  const stops = [ids].flat().map((id) => ctx.onEvents(id, hear))
  const leave = () => wake()
  signal.addEventListener('abort', leave)
  return news
}
