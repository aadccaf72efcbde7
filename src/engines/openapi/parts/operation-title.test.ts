import { expect, it } from 'vitest'
import { operationText, operationTitle } from './operation-title.ts'

const PARAGRAPH = `${'This happens when something happens. '.repeat(5)}See [more](https://example.com).`

it.each([
  [{ summary: ' List pets ', operationId: 'listPets' }, 'List pets'],
  [{ summary: '', operationId: 'listPets' }, 'listPets'],
  [{ summary: PARAGRAPH, operationId: 'listPets' }, 'listPets'],
  [{}, 'GET /pets'],
])('the title of %o is %s', (named, title) => {
  expect(operationTitle(named, 'get', '/pets')).toBe(title)
})

it.each([
  ['List pets', 'All of them.', 'All of them.'],
  [PARAGRAPH, 'All of them.', `${PARAGRAPH}\n\nAll of them.`],
  [PARAGRAPH, undefined, PARAGRAPH],
  [undefined, undefined, undefined],
])('a summary that is no title belongs to the text', (summary, description, text) => {
  expect(operationText(summary, description)).toBe(text)
})
