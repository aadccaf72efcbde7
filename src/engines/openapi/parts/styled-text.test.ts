import { describe, expect, it } from 'vitest'
import { type Style, styledText } from './styled-text.ts'

const LIST = ['blue', 'black & white']
const OBJECT = { R: 100, G: 200 }

/** The table of the OpenAPI specification. */
const TABLE: [Omit<Style, 'name'>, string, string, string][] = [
  [{ in: 'path' }, 'blue', 'blue,black%20%26%20white', 'R,100,G,200'],
  [{ in: 'path', explode: true }, 'blue', 'blue,black%20%26%20white', 'R=100,G=200'],
  [{ in: 'path', style: 'label' }, '.blue', '.blue,black%20%26%20white', '.R,100,G,200'],
  [{ in: 'path', style: 'label', explode: true }, '.blue', '.blue.black%20%26%20white', '.R=100.G=200'],
  [{ in: 'path', style: 'matrix' }, ';color=blue', ';color=blue,black%20%26%20white', ';color=R,100,G,200'],
  [
    { in: 'path', style: 'matrix', explode: true },
    ';color=blue',
    ';color=blue;color=black%20%26%20white',
    ';R=100;G=200',
  ],
  [{ in: 'query' }, 'color=blue', 'color=blue&color=black%20%26%20white', 'R=100&G=200'],
  [{ in: 'query', explode: false }, 'color=blue', 'color=blue,black%20%26%20white', 'color=R,100,G,200'],
  [
    { in: 'query', style: 'spaceDelimited' },
    'color=blue',
    'color=blue%20black%20%26%20white',
    'color=R%20100%20G%20200',
  ],
  [
    { in: 'query', style: 'pipeDelimited' },
    'color=blue',
    'color=blue%7Cblack%20%26%20white',
    'color=R%7C100%7CG%7C200',
  ],
  [
    { in: 'query', style: 'deepObject' },
    'color=blue',
    'color=blue&color=black%20%26%20white',
    'color%5BR%5D=100&color%5BG%5D=200',
  ],
  [{ in: 'header' }, 'blue', 'blue,black & white', 'R,100,G,200'],
  [{ in: 'header', explode: true }, 'blue', 'blue,black & white', 'R=100,G=200'],
  [{ in: 'cookie', explode: false }, 'color=blue', 'color=blue,black%20%26%20white', 'color=R,100,G,200'],
]

const inBrowsers = (await import(
  new URL('../../site/assets/styled-text.js', import.meta.url).href
)) as typeof import('./styled-text.ts')

describe.each(Object.entries({ samples: styledText, browsers: inBrowsers.styledText }))(
  'in %s',
  (_, write) => {
    it.each(TABLE)('%j is written by its style', (style, ...expected) => {
      const written = ['blue', LIST, OBJECT].map((value) => write({ name: 'color', ...style }, value))
      expect(written).toEqual(expected)
    })

    it('what would end an address or a text in a sample is written otherwise', () => {
      expect(write({ name: "a'b", in: 'query' }, "'&=+ \ud800")).toBe('a%27b=%27%26%3D%2B%20%EF%BF%BD')
    })
  },
)
