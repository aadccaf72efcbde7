// Asks a service that knows breached passwords, where the installation names one. It hears the first five letters of a hash,
// which hundreds of passwords share, and answers how the hashes of those go on (the ranges of Have I Been Pwned).
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { breachMark } from '../../../../world/passwords/breached-passwords.ts'

const LETTERS = 5
/** A thousand lines, some of them made up to hide how many there are. */
const LARGEST = 200_000
const TIMEOUT = 3_000

/** False where the service does not answer: a new password must not depend on somebody else's computer. */
export async function isKnownToBreachService(ctx: OutsideContext, password: string): Promise<boolean> {
  const { breachedPasswordsUrl } = ctx.signInRules
  if (breachedPasswordsUrl === undefined) return false
  const mark = breachMark(password)
  try {
    const { status, body } = await ctx.fetcher.fetch(`${breachedPasswordsUrl}/${mark.slice(0, LETTERS)}`, {
      headers: { 'add-padding': 'true' },
      accept: 'text/plain',
      maxBytes: LARGEST,
      maxRedirects: 0,
      timeout: TIMEOUT,
    })
    if (status !== 200) throw new Error(`The service answered ${status}`)
    return isListed(body.toString(), mark.slice(LETTERS))
  } catch (error) {
    ctx.log.warn({ err: error }, 'The service for breached passwords did not answer; a password was taken')
    return false
  }
}

/** Lines of the rest of a hash and how often it was seen; those that are made up were never seen. */
function isListed(answer: string, rest: string) {
  return answer.split(/\r?\n/).some((line) => {
    const [letters = '', count = '0'] = line.split(':')
    return letters.toUpperCase() === rest && Number(count) > 0
  })
}
