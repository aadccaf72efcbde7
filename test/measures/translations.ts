// What holds for every translation of a source: the same messages in the same order, with the same placeholders.
import { describe, expect, it } from 'vitest'
import { isPlural, type Message, type MessageGroup } from '../../src/engines/words/message.ts'

export function messagesOf(group: MessageGroup, path = ''): Map<string, Message> {
  return new Map(
    Object.entries(group).flatMap(([name, message]) =>
      typeof message === 'string' || isPlural(message)
        ? [[path + name, message] as const]
        : [...messagesOf(message, `${path}${name}.`)],
    ),
  )
}

const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))

function placeholdersOf(text: string) {
  return [...new Set(text.match(/\{\w+\}/g))].sort()
}

export function describeTranslations(en: MessageGroup, translations: Readonly<Record<string, MessageGroup>>) {
  const source = messagesOf(en)
  describe.each(Object.entries<MessageGroup>({ en, ...translations }))('%s', (language, group) => {
    const messages = messagesOf(group)
    const all = [...messages].flatMap(([name, message]) => textsOf(message).map((text) => ({ name, text })))

    it('has every message, in the order of English, and no other', () => {
      expect([...messages.keys()]).toEqual([...source.keys()])
    })

    it('has the placeholders of English in every text', () => {
      const expected = all.map(({ name }) => [name, placeholdersOf(textsOf(source.get(name) ?? '')[0] ?? '')])
      expect(all.map(({ name, text }) => [name, placeholdersOf(text)])).toEqual(expected)
    })

    it('has no empty text, and braces for placeholders only', () => {
      const isBroken = (text: string) => text.trim() === '' || /[{}]/.test(text.replaceAll(/\{\w+\}/g, ''))
      expect(all.filter(({ text }) => isBroken(text))).toEqual([])
    })

    it('has the plural categories that it needs, and counts in each', () => {
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
      for (const [name, message] of messages) {
        if (typeof message === 'string') continue
        expect([name, Object.keys(message).sort()]).toEqual([name, needed])
        expect(message.other).toContain('{count}')
      }
    })
  })
}
