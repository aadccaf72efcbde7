import { useLayoutEffect, useRef } from 'preact/hooks'
import { drawIcon } from './icons.ts'

export function DrawnIcon({ name }: { name: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (place.current) drawIcon(place.current, name)
  }, [name])
  return <span ref={place} />
}
