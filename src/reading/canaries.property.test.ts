import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../test/draws.ts'
import { ALL_BLOCKS, type Chance, chanceFrom, drawPage } from '../../test/generated-pages.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { decideText } from './conditional-text.ts'

// Something for nobody is put at any place of any page: what is left is the page without it.

const WORD = 'canaryword'
const IF = '{% if visitor.claims.isNobody %}'
const END = '{% endif %}'

/** What may stand between two tags in a line, and on lines of its own. */
const INLINE = [
  ...[
    WORD,
    `**${WORD}** \`${WORD}\``,
    `[${WORD}](${WORD}.md "${WORD}")`,
    `![${WORD}](${WORD}.png)`,
    `<b>${WORD}`,
  ],
  ...[
    `"${WORD}`,
    `\`${WORD}`,
    `<!-- ${WORD} -->`,
    `a|${WORD}|`,
    `${IF}${WORD}${END}${WORD}`,
    `[^${WORD}]`,
    `\n${WORD}\n`,
  ],
  ...[
    `${WORD}\n\n${WORD}`,
    `{% hint %}${WORD}`,
    `$$${WORD}`,
    `${WORD} {% else %} ${WORD}`,
    `\n\`\`\`\n${WORD}\n\`\`\`\n`,
  ],
]
const LINES = [
  ...[
    `[${WORD}]: ${WORD}.md "${WORD}"`,
    `[^${WORD}]: ${WORD}`,
    `- ${WORD}`,
    `# ${WORD}`,
    `> ${WORD}`,
    `    ${WORD}`,
  ],
  ...[
    `{% include "${WORD}" %}`,
    `\`\`\`\n${WORD} ${END}\n\`\`\``,
    `<details>\n<summary>${WORD}</summary>\n\n${WORD}`,
  ],
  ...[
    `<!--\n${WORD}\n-->`,
    `{% tabs %}\n{% tab title="${WORD}" %}\n${WORD}\n{% endtab %}\n{% endtabs %}`,
    WORD,
  ],
  ...[`!!! note "${WORD}"\n    ${WORD}`, `| ${WORD} |\n| --- |\n| ${WORD} |`, `---\ntitle: ${WORD}\n---`],
]

type Hidden = { page: string; at: number; part: string; left: string }

function hideInLine(chance: Chance, page: string): Hidden {
  const at = chance.upTo(page.length)
  return { page, at, part: `${IF}${chance.pick(INLINE)}${END}`, left: '' }
}

function hideInLines(chance: Chance, page: string): Hidden {
  const blanks = [...page.matchAll(/\n\n/g)].map(({ index }) => index + 1)
  const at = blanks.length === 0 ? page.length : chance.pick(blanks)
  return { page, at, part: `\n${IF}\n${chance.pick(LINES)}\n${END}\n\n`, left: '\n\n\n' }
}

/** Of the canaries, those in code, where tags are text; and pages of which more is hidden than the canary. */
const counted = { inCode: 0, hidesMore: 0 }

function check({ page, at, part, left }: Hidden) {
  const [before, behind] = [page.slice(0, at), page.slice(at)]
  if (isCode(before + WORD + behind)) {
    counted.inCode += 1
    return
  }
  const seen = decideText(before + part + behind, () => false)
  const expected = decideText(before + left + behind, () => false)
  expect(seen).not.toContain(WORD)
  if (seen === expected) return
  // A tag at the sign that begins code counts, and the one that closes it is code: all that follows is hidden.
  counted.hidesMore += 1
  expect(expected.startsWith(seen.trimEnd()), seen).toBe(true)
}

function isCode(text: string) {
  const find = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    const { type, marks = [] } = value as { type?: string; marks?: { type: string }[] }
    const isCode = type === 'code-line' || marks.some((mark) => mark.type === 'code')
    return isCode ? JSON.stringify(value).includes(WORD) : Object.values(value).some(find)
  }
  return find(parseMarkdown(text, { hasOurs: true }).nodes)
}

/** Conditions of the page itself are cut at the place, and so are escapes, fences and spans: these make other pages. */
function isCutThrough({ page, at }: Hidden) {
  return (
    /\{%[-+~]?\s*if/i.test(page) ||
    /\\$/.test(page.slice(0, at)) ||
    (/[`~]$/.test(page.slice(0, at)) && /^[`~]/.test(page.slice(at)))
  )
}

const TARGETS = { link: () => 'page.md', picture: () => 'a.png', include: () => 'include.md' }

describe('a canary under a condition that is not met', () => {
  it.each([
    ['in a line', hideInLine],
    ['on lines of its own', hideInLines],
  ])('is nowhere in what is left of generated pages, %s', (_, hide) => {
    Object.assign(counted, { inCode: 0, hidesMore: 0 })
    let checked = 0
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const chance = chanceFrom(draw)
        const page = chance.isOneIn(3) ? chance.pick(ALL_BLOCKS) : drawPage(chance, 'Page', TARGETS)
        const hidden = hide(chance, page)
        if (isCutThrough(hidden)) return
        checked += 1
        check(hidden)
      }),
      { numRuns: draws(250) },
    )
    expect(checked).toBeGreaterThan(draws(150))
    expect(counted.inCode).toBeLessThan(checked / 3)
    expect(counted.hidesMore).toBeLessThan(checked / 20)
  })
})
