import { describe, expect, it } from 'vitest'
import { openCatalog } from './catalog.ts'

const en = {
  email: {
    hello: 'Hello',
    greeting: 'Hello {name}, {name}!',
    order: '{first} before {second}',
    files: { one: '{count} file of {name}', other: '{count} files of {name}' },
    left: '{count} left',
  },
} as const

const ru = {
  email: {
    hello: 'Привет',
    greeting: 'Привет, {name}!',
    order: '{second} после {first}',
    files: {
      one: '{count} файл {name}',
      few: '{count} файла {name}',
      many: '{count} файлов {name}',
      other: '{count} файла {name}',
    },
    left: {
      one: 'Остался {count}',
      few: 'Осталось {count}',
      many: 'Осталось {count}',
      other: 'Осталось {count}',
    },
  },
}
const fr = {
  email: { ...en.email, files: { one: '{count} fichier de {name}', other: '{count} fichiers de {name}' } },
}

const wordsIn = openCatalog(en, { ru, fr })

describe('a message', () => {
  it('is a text, or filled in with values by their names', () => {
    const { email } = wordsIn()
    expect(email.hello).toBe('Hello')
    expect(email.greeting({ name: 'Ada' })).toBe('Hello Ada, Ada!')
    expect(email.order({ first: 1, second: 'two' })).toBe('1 before two')
    expect(wordsIn('ru').email.order({ first: 1, second: 'two' })).toBe('two после 1')
  })

  it('takes values as they are', () => {
    for (const name of ['', '{name}', '{first}', '$1 $&', '}{'])
      expect(wordsIn().email.greeting({ name })).toBe(`Hello ${name}, ${name}!`)
  })

  it('has the plural form of its language', () => {
    const files = (language: string, count: number) => wordsIn(language).email.files({ count, name: 'Ada' })
    expect([0, 1, 2].map((count) => files('en', count))).toEqual([
      '0 files of Ada',
      '1 file of Ada',
      '2 files of Ada',
    ])
    expect([1, 3, 5, 11, 21, 1001].map((count) => files('ru', count))).toEqual([
      '1 файл Ada',
      '3 файла Ada',
      '5 файлов Ada',
      '11 файлов Ada',
      '21 файл Ada',
      '1001 файл Ada',
    ])
    expect(files('fr', 0)).toBe('0 fichier de Ada')
    expect(wordsIn('ru').email.left({ count: 1 })).toBe('Остался 1')
  })

  it('falls back to the general form', () => {
    expect(wordsIn('fr').email.files({ count: 1_000_000, name: 'Ada' })).toBe('1000000 fichiers de Ada')
  })

  it('does not compile with other names or values', () => {
    const { email } = wordsIn()
    const mistakes = () => [
      // @ts-expect-error an unknown message
      email.unknown,
      // @ts-expect-error no values
      email.greeting(),
      // @ts-expect-error a value is missing
      email.order({ first: 1 }),
      // @ts-expect-error a value too many
      email.greeting({ name: 'Ada', other: 1 }),
      // @ts-expect-error no values are needed
      email.hello({}),
      // @ts-expect-error only numbers are counted
      email.files({ count: '1', name: 'Ada' }),
      // @ts-expect-error a translation lacks messages
      openCatalog(en, { ru: { email: { hello: 'Привет' } } }),
      // @ts-expect-error what counts nothing has no plural forms
      openCatalog(en, { ru: { email: { ...ru.email, hello: { one: 'Привет', other: 'Привет' } } } }),
    ]
    expect(mistakes).toBeTypeOf('function')
  })
})

describe('a catalog', () => {
  it('speaks the first language that it knows, whatever its region', () => {
    expect(wordsIn('xx', 'RU-ru', 'fr').email.hello).toBe('Привет')
    expect(wordsIn('xx').email.hello).toBe('Hello')
    expect(wordsIn('').email.hello).toBe('Hello')
    expect(wordsIn('constructor').email.hello).toBe('Hello')
  })

  it('compiles a language once', () => {
    expect(wordsIn('ru')).toBe(wordsIn('ru-RU'))
  })
})
