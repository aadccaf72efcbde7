// A canary under a condition that nobody meets, at any place of a page: in a line, or on lines of its own.
import type { Chance } from './generated-pages.ts'

export const CANARY = 'canaryword'
const IF = '{% if visitor.claims.isNobody %}'
const END = '{% endif %}'

/** What may stand between two tags in a line, and on lines of its own. */
const INLINE = [
  ...[
    CANARY,
    `**${CANARY}** \`${CANARY}\``,
    `[${CANARY}](${CANARY}.md "${CANARY}")`,
    `![${CANARY}](${CANARY}.png)`,
    `<b>${CANARY}`,
  ],
  ...[
    `"${CANARY}`,
    `\`${CANARY}`,
    `<!-- ${CANARY} -->`,
    `a|${CANARY}|`,
    `${IF}${CANARY}${END}${CANARY}`,
    `[^${CANARY}]`,
    `\n${CANARY}\n`,
  ],
  ...[
    `${CANARY}\n\n${CANARY}`,
    `{% hint %}${CANARY}`,
    `$$${CANARY}`,
    `${CANARY} {% else %} ${CANARY}`,
    `\n\`\`\`\n${CANARY}\n\`\`\`\n`,
  ],
]
const LINES = [
  ...[
    `[${CANARY}]: ${CANARY}.md "${CANARY}"`,
    `[^${CANARY}]: ${CANARY}`,
    `- ${CANARY}`,
    `# ${CANARY}`,
    `> ${CANARY}`,
    `    ${CANARY}`,
  ],
  ...[
    `{% include "${CANARY}" %}`,
    `\`\`\`\n${CANARY} ${END}\n\`\`\``,
    `<details>\n<summary>${CANARY}</summary>\n\n${CANARY}`,
  ],
  ...[
    `<!--\n${CANARY}\n-->`,
    `{% tabs %}\n{% tab title="${CANARY}" %}\n${CANARY}\n{% endtab %}\n{% endtabs %}`,
    CANARY,
  ],
  ...[
    `!!! note "${CANARY}"\n    ${CANARY}`,
    `| ${CANARY} |\n| --- |\n| ${CANARY} |`,
    `---\ntitle: ${CANARY}\n---`,
  ],
]

/** `left`: what a page has in place of `part` that never had the canary. */
export type Hidden = { page: string; at: number; part: string; left: string }

export function hideInLine(chance: Chance, page: string): Hidden {
  const at = chance.upTo(page.length)
  return { page, at, part: `${IF}${chance.pick(INLINE)}${END}`, left: '' }
}

export function hideInLines(chance: Chance, page: string): Hidden {
  const blanks = [...page.matchAll(/\n\n/g)].map(({ index }) => index + 1)
  const at = blanks.length === 0 ? page.length : chance.pick(blanks)
  return { page, at, part: `\n${IF}\n${chance.pick(LINES)}\n${END}\n\n`, left: '\n\n\n' }
}

/** Conditions of the page itself are cut at the place, and so are escapes, fences and spans: these make other pages. */
export function isCutThrough({ page, at }: Hidden) {
  return (
    /\{%[-+~]?\s*if/i.test(page) ||
    /\\$/.test(page.slice(0, at)) ||
    (/[`~]$/.test(page.slice(0, at)) && /^[`~]/.test(page.slice(at)))
  )
}
