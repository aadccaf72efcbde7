// Whoever has to set up a second factor on the way somewhere goes on there. Each step has that in its address: so it also
// outlives a look into another program for the code, and signing in once more.
import { ownPath } from '../../sign-in/own-path.ts'
import { FACTOR_REQUIRED, SECURITY } from '../security-path.ts'

type Way = { url: URL }

/** The next step there. */
export function stepTo(path: string, { url }: Way): string {
  const next = url.searchParams.get('next')
  return next === null ? path : `${path}?${new URLSearchParams({ next: ownPath(next) })}`
}

/** Where a factor is chosen. */
export function choiceOf(way: Way): string {
  return way.url.searchParams.has('next') ? stepTo(FACTOR_REQUIRED, way) : SECURITY
}

/** Where they wanted to go; without that, `otherwise`. */
export function endOf({ url }: Way, otherwise = SECURITY): string {
  const next = url.searchParams.get('next')
  return next === null ? otherwise : ownPath(next)
}
