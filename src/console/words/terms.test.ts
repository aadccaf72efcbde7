// One word for one thing: in each language, the words that must not stand beside the chosen one.
import { expect, it } from 'vitest'
import { messagesOf } from '../../../test/measures/translations.ts'
import type { Message, MessageGroup } from '../../engines/words/message.ts'
import { translations as siteWords } from '../../engines/words/words.ts'
import { translations as mailWords } from '../../rooms/people/mail/words/catalog.ts'
import { translations as consoleWords } from './catalog.ts'

/** Words without another meaning in these texts. What is also something else, as `Bereich` for a section, cannot be here. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  // A site is 网站, a team 团队, an account 账号, a visitor 访客.
  zh: /站点|小组|帐户|帐号|账户|访问者|更改请求|修改请求/,
  // Portuguese of Brazil: equipe, arquivo, seção, tela, registro, link, configurações, idioma, aba, celular, excluir, buscar.
  pt: /(?<!\p{L})(?:equipas?|ficheiros?|secç(?:ão|ões)|ecrãs?|registos?|ligaç(?:ão|ões)|definições|línguas?|separador(?:es)?|telemóve(?:l|is)|elimin\p{L}+|pesquis\p{L}+|utilizador\p{L}*|base de dados|pedidos? de alteração)(?!\p{L})/iu,
  // A site is a Website, a change request an Änderungsantrag.
  de: /(?<!\p{L})(?:Sites?|Änderungsanfragen?|Change Requests?)(?![\p{L}.])/u,
  // E-mail is an e-mail in French and a correo in Spanish.
  fr: /(?<!\p{L})(?:courriels?|demandes? de changement)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:sitios? web|petici(?:ón|ones) de cambio|borrar)(?!\p{L})/iu,
  ja: /ウェブサイト|変更依頼|変更要求|変更申請|ごみ箱/,
}

const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))

it.each(Object.entries(REFUSED))('uses one word for one thing in %s', (language, refused) => {
  const places: Record<string, Readonly<Record<string, MessageGroup>>> = {
    console: consoleWords,
    site: siteWords,
    mail: mailWords,
  }
  const found = Object.entries(places).flatMap(([place, languages]) => {
    const group = languages[language]
    if (!group) throw new Error(`There are no words of the ${place} in ${language}`)
    return [...messagesOf(group)].flatMap(([name, message]) =>
      // What programs read is given as it is.
      name.endsWith('glossaryHint')
        ? []
        : textsOf(message).flatMap((text) => (refused.test(text) ? [`${place}.${name}: ${text}`] : [])),
    )
  })
  expect(found).toEqual([])
})
