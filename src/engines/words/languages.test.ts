import { expect, it } from 'vitest'
import { describeTranslations, messagesOf } from '../../../test/measures/translations.ts'
import { en } from './languages/en.ts'
import { translations } from './words.ts'

describeTranslations(en, translations)

it('reads all languages', () => {
  expect(Object.keys(translations)).toHaveLength(12)
  expect(messagesOf(en).size).toBeGreaterThan(150)
})
