// A page that two sides changed: slots between lines that nobody touches, each torn, changed by one side, or by none.
import fc from 'fast-check'

type Slot = { base: string; ours: string; theirs: string }

export type Drawn = {
  slots: { ours: string | undefined; theirs: string | undefined }[]
  eol: '\n' | '\r\n'
  /** What ours does to the page itself, beside its text. */
  moved: boolean
  titles: boolean
}

export type OwnText = { typed: string } | 'as it was'
export type Choice = 'ours' | 'theirs' | OwnText

const EMPTY = ''

/** What people write, each line with a word of its own, so that nobody takes it for a line of others. */
const BLOCKS: ((word: string) => string)[] = [
  (word) => `${word} is  *odd*,   and __bold__`,
  (word) => `${word} one\n\n${word} two`,
  (word) => `# ${word} #`,
  (word) => `* ${word} a\n* ${word} b\n    * ${word} c`,
  (word) => `\`\`\`${word}\n${word} code\n\n  ${word} more\n\`\`\``,
  (word) => `{% hint style="info" %}\n${word} hint\n{% endhint %}`,
  (word) => `<b title="${word}" onclick="x">${word} & <script>x</script></b>`,
  (word) => `| ${word} | b |\n|---|---|\n| 1 | ${word} |`,
  (word) => `To [${word}](q.md) ${word}  \nand on ${word}`,
  (word) => `\t${word} indented`,
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.nat(BLOCKS.length - 1).map((at) => BLOCKS[at]?.('WORD') ?? '') },
  { weight: 1, arbitrary: fc.constant(EMPTY) },
)
const side = fc.option(text, { nil: undefined, freq: 4 })

export const drawnPage: fc.Arbitrary<Drawn> = fc.record({
  slots: fc.array(fc.record({ ours: side, theirs: side }), { minLength: 1, maxLength: 6 }),
  eol: fc.constantFrom('\n', '\r\n'),
  moved: fc.boolean(),
  titles: fc.boolean(),
})

export const drawnChoice: fc.Arbitrary<Choice> = fc.oneof(
  fc.constantFrom('ours' as const, 'theirs' as const, 'as it was' as const),
  fc.record({
    typed: fc
      .record({ text, before: fc.constantFrom('', '\n'), after: fc.constantFrom('', '\n', '\n\n') })
      .map(({ text, before, after }) => (text === EMPTY ? EMPTY : before + text + after)),
  }),
)

function slotsOf({ slots }: Drawn): Slot[] {
  return slots.map(({ ours, theirs }, at) => {
    const base = `base-${at}`
    const said = (text: string | undefined, who: string) => text?.replaceAll('WORD', `${who}-${at}`) ?? base
    return { base, ours: said(ours, 'ours'), theirs: said(theirs, 'theirs') }
  })
}

const anchor = (at: number) => `anchor-${at}`

function pageWith(texts: readonly string[], eol: string) {
  const parts = texts.flatMap((text, at) => [anchor(at), ...(text === EMPTY ? [] : [text])])
  return `${[...parts, anchor(texts.length)].join('\n\n')}\n`.replaceAll('\n', eol)
}

/** The three texts; what every slot must be where nobody has to choose; undefined for those in conflict. */
export function tornPage(drawn: Drawn) {
  const slots = slotsOf(drawn)
  const merged = slots.map(({ base, ours, theirs }) => {
    if (ours === theirs || theirs === base) return ours
    return ours === base ? theirs : undefined
  })
  const written = (side: keyof Slot) =>
    pageWith(
      slots.map((slot) => slot[side]),
      drawn.eol,
    )
  return { base: written('base'), ours: written('ours'), theirs: written('theirs'), merged }
}

/** What stands between the lines that nobody touched, blank lines included; undefined where one of these is gone. */
export function slotsIn(text: string, count: number, eol: string): string[] | undefined {
  const slots: string[] = []
  let rest = text
  for (let at = 0; at <= count; at++) {
    const line = `${anchor(at)}${eol}`
    const from = rest.indexOf(line)
    if (from < 0 || (at === 0 && from > 0)) return
    if (at > 0) slots.push(rest.slice(0, from))
    rest = rest.slice(from + line.length)
  }
  return rest === '' ? slots : undefined
}
