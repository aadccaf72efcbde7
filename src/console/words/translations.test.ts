import { expect, it } from 'vitest'
import { describeTranslations } from '../../../test/measures/translations.ts'
import { translations } from './catalog.ts'
import { en } from './en.ts'
import { LANGUAGES } from './languages.ts'

describeTranslations(en, translations)

it('has every language that people can choose', () => {
  expect(['en', ...Object.keys(translations)].sort()).toEqual(Object.keys(LANGUAGES).sort())
})
