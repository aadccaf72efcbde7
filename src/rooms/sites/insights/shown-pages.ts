// Which page was shown, as its readers send it back with what they tell of it. The signature says that we showed it: who
// can send it has read the page, whoever may read the site.
import type { Shown } from '../../../engines/site/answers.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'

const PURPOSE = 'page that was shown'

export function proofOf({ signer }: Pick<ReadContext, 'signer'>, shown: Shown): string {
  const { site, section = '', siteSpace, space, page = '', isSignedIn } = shown
  const text = [site, section, siteSpace, space, page, isSignedIn ? 1 : 0].join('.')
  return `${text}.${signer.sign(PURPOSE, text)}`
}

/** Undefined for what we did not give out. */
export function readProof({ signer }: Pick<ReadContext, 'signer'>, proof: string): Shown | undefined {
  const at = proof.lastIndexOf('.')
  const text = proof.slice(0, at)
  if (at < 0 || !signer.isSigned(PURPOSE, text, proof.slice(at + 1))) return
  const [site = '', section, siteSpace = '', space = '', page, isSignedIn] = text.split('.')
  return { site, section: section || undefined, siteSpace, space, page, isSignedIn: isSignedIn === '1' }
}
