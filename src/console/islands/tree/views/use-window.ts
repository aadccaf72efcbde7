// Of thousands of rows, those that are in the window and some around them.
import { useLayoutEffect, useState } from 'preact/hooks'

const AROUND = 12

export function useWindow(
  list: { current: HTMLElement | null },
  { count, height }: { count: number; height: number },
) {
  const [range, show] = useState({ from: 0, to: 60 })
  useLayoutEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const from = Math.max(0, Math.floor(-top / height) - AROUND)
      const to = Math.min(count, Math.ceil((innerHeight - top) / height) + AROUND)
      show((range) => (range.from === from && range.to === to ? range : { from, to }))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [count, height])
  return range
}
