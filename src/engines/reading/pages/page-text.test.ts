import { describe, expect, it } from 'vitest'
import { pageText } from './page-text.ts'

describe('a page as one text', () => {
  it.each([
    [{ title: 'Lamp' }, 'Light it.\n', '# Lamp\n\nLight it.\n'],
    [{ title: 'Lamp', description: 'All\nof it' }, 'Light it.', '# Lamp\n\nAll of it\n\nLight it.\n'],
    [{ title: 'Lamp' }, '', '# Lamp\n'],
    // Code at the beginning stays code.
    [{ title: 'Lamp' }, '\n\n    code\n', '# Lamp\n\n    code\n'],
    [{ title: 'A *b* #' }, 'Text.', '# A \\*b\\* \\#\n\nText.\n'],
    [{ title: 'Lamp', description: '- none' }, 'Text.', '# Lamp\n\n\\- none\n\nText.\n'],
  ])('has its title, what it is about, and its body: %j %j', (page, body, expected) => {
    expect(pageText(page, body)).toBe(expected)
  })

  it.each(['# Lamp\n\nText.', '\n# Lamp\nText.', '# Lamp #\n\nText.\n'])('has its title once: %j', (body) => {
    expect(pageText({ title: 'Lamp' }, body)).toBe('# Lamp\n\nText.\n')
  })

  it.each(['# Lamps\n\nText.', '## Lamp\n\nText.', 'Lamp\n\nText.', '#Lamp\n\nText.'])(
    'leaves alone what is no title of it: %j',
    (body) => {
      expect(pageText({ title: 'Lamp' }, body)).toBe(`# Lamp\n\n${body}\n`)
    },
  )

  it('has more between its head and its body', () => {
    expect(pageText({ title: 'Lamp', description: 'About.' }, '# Lamp', ['Source: here'])).toBe(
      '# Lamp\n\nAbout.\n\nSource: here\n',
    )
  })
})
