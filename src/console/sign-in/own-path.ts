import { HOME } from '../frame/frame.ts'

/** Only what a browser reads as a path of the console: two slashes, or one of the other kind, begin a host. */
export function ownPath(next: string | null): string {
  const here = 'http://here.invalid'
  if (!next?.startsWith(HOME) || !URL.canParse(next, here)) return HOME
  const { origin, pathname, search } = new URL(next, here)
  const isOwn = origin === here && (pathname === HOME || pathname.startsWith(`${HOME}/`))
  return isOwn ? `${pathname}${search}` : HOME
}
