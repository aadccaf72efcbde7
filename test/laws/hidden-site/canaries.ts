// Words that stand in one hidden thing each: wherever a visitor meets one, that thing has been named.

export const HOST = 'http://quire.test'
/** For those with the right claims. */
export const SOME = { condition: 'visitor.claims.isBeta' }

/** Who among the visitors may meet a word: those with the right claims, or nobody at all. */
export type MeetsIt = 'insider' | 'nobody'

export type Canary = { name: string; text: string; by: MeetsIt }

export class Canaries {
  private readonly all = new Map<string, Canary>()

  /** A word for one thing; the same for the same name. */
  word(name: string, by: MeetsIt = 'insider'): string {
    const text = `canary${name}`
    this.all.set(name, { name, text, by })
    return text
  }

  /** Something that came to be by itself: an id. */
  note(name: string, text: string, by: MeetsIt = 'insider'): void {
    this.all.set(name, { name, text, by })
  }

  list(by?: MeetsIt): Canary[] {
    return [...this.all.values()].filter((canary) => by === undefined || canary.by === by)
  }

  /** Names of those that an answer tells, apart from those that the question told itself. */
  toldIn(answer: string, question: string): string[] {
    const [said, asked] = [answer.toLowerCase(), question.toLowerCase()]
    return this.list().flatMap(({ name, text }) => {
      // A word may be the beginning of another one.
      const pattern = new RegExp(`${text.toLowerCase()}(?![a-z])`)
      return pattern.test(said) && !pattern.test(asked) ? [name] : []
    })
  }
}
