import { describeTranslations } from '../../../../../test/translations.ts'
import { translations } from './catalog.ts'
import { en } from './en.ts'

describeTranslations(en, translations)
