import { describe, expect, it } from 'vitest'
import { decideText, readConditions } from './conditional-text.ts'

const NO = '{% if no %}'
const YES = '{% if yes %}'
const END = '{% endif %}'
const decided = (text: string) => decideText(text, (expression) => expression === 'yes')

describe('conditional text', () => {
  it.each([
    ['shows what a condition that is met holds', `a${YES}b${END}c`, 'abc'],
    ['hides what is under an outer condition too', `${NO}a${YES}b${END}c${END}d`, 'd'],
    ['hides what is under an inner condition alone', `${YES}a${NO}b${END}c${END}d`, 'acd'],
    ['hides what is under the second of two conditions', `${YES}a${END}${NO}b${END}${YES}c${END}`, 'ac'],
    ['hides to the end where nothing ends it', `a${NO}b\n\nc`, 'a'],
    ['minds no end without a beginning', `${END}a${NO}b${END}c`, 'ac'],
    ['hides what is under no readable condition', `{% if %}hidden${END} shown`, ' shown'],
    ['takes a line of a tag along', `a\n${NO}\nhidden\n${END}\nb`, 'a\n\nb'],
    ['hides rows of a table', `| a |\n|---|\n${NO}| b |\n${END}| c |`, '| a |\n|---|\n| c |'],
    ['hides an item within an item', `- ${NO}- hidden${END}\n- b`, '\n- b'],
    ['keeps quoted items that are shown', `> ${YES}- item\n> ${END}`, '> - item\n> '],
  ])('%s', (_, text, left) => expect(decided(text)).toBe(left))

  it.each([
    ['in a line of code', `${NO}hidden${END} and \`${NO}code${END}\``, ` and \`${NO}code${END}\``],
    ['that begin and end in code', `\`${NO}\` ${NO}hidden${END} \`${END}\``, `\`${NO}\`  \`${END}\``],
    [
      'in a block of code',
      `\`\`\`\n${NO}\ncode\n${END}\n\`\`\`\n\n${NO}hidden${END}`,
      `\`\`\`\n${NO}\ncode\n${END}\n\`\`\`\n\n`,
    ],
    ['in code alone', `\`${NO}code${END}\``, `\`${NO}code${END}\``],
  ])('leaves tags %s', (_, text, left) => expect(decided(text)).toBe(left))

  it('counts tags that are code no longer once text around them was cut', () => {
    expect(decided(`${NO}\`\`\`\n${END}${NO}hidden\n\`\`\`${END}`)).toBe('')
    expect(decided(`${NO}\`${END}${NO}hidden\`${END} shown`)).toBe(' shown')
  })

  it.each([
    ['end with it', `<!-- ${NO} --> shown ${NO}hidden${END} after`, '<!-- --> shown  after'],
    ['are not ended behind it', `<!-- a ${NO} hidden --> shown ${END} after`, '<!-- a --> shown  after'],
    [
      'end with its first end',
      `<!-- a <!-- ${NO} hidden --> shown --> after`,
      '<!-- a <!-- --> shown --> after',
    ],
    ['end none that began before it', `${NO}<!-- ${END} -->hidden${END}shown`, 'shown'],
    ['may end within it', `<!-- ${NO}hidden${END} shown --> after`, '<!--  shown --> after'],
    ['are like any where it never ends', `<!-- ${NO}hidden${END} after`, '<!--  after'],
    [
      'of one comment are not those of the next',
      `<!-- ${NO} --> a <!-- ${END} --> b`,
      '<!-- --> a <!--  --> b',
    ],
  ])('in a comment, conditions %s', (_, text, left) => expect(decided(text)).toBe(left))

  it('takes what is under more than twenty conditions for nobody’s', () => {
    const under = (count: number) => decided(`${YES.repeat(count)}text${END.repeat(count)}.`)
    expect([under(20), under(21)]).toEqual(['text.', '.'])
  })

  it('asks of each condition once', () => {
    const conditional = readConditions(`${YES}a${END}${NO}b${END}${YES}c${END}${NO}d${END}`)
    expect(conditional?.expressions).toEqual(['yes', 'no'])
  })

  it('minds no signs of a text that are its own marks', () => {
    expect(decided(`\ue0f01\ue0f1 \`\ue0f00\ue0f1\` ${NO}hidden${END}`)).toBe(
      '\ue0f01\ue0f1 `\ue0f00\ue0f1` ',
    )
  })

  it('has nothing to say of a text without conditions', () => {
    for (const text of ['plain', '{% hint %}', `\`${NO}\``, END]) expect(readConditions(text)).toBeUndefined()
  })
})
