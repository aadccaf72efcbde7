import { describeTranslations } from '../../../../../test/measures/translations.ts'
import { translations } from './catalog.ts'
import { en } from './en.ts'

describeTranslations(en, translations)
