import { type Compiled, compileMessages, type MessageGroup, type Translation } from './message.ts'

/**
 * Opens messages in several languages, by the first part of their tags. English is the source: its texts say which messages
 * there are, and which values they take. The answer is in the first language that there is, or else in English.
 */
export function openCatalog<Source extends MessageGroup>(
  en: Source,
  translations: Readonly<Record<string, Translation<Source> & MessageGroup>>,
): (...languages: string[]) => Compiled<Source> {
  const groups = new Map<string, MessageGroup>(Object.entries({ ...translations, en }))
  const compiled = new Map<string, Compiled<Source>>()
  const compile = (language: string) => {
    // The compiler cannot follow names through the group. Tests compare every translation with its source.
    const messages = compileMessages(groups.get(language) ?? en, language) as Compiled<Source>
    compiled.set(language, messages)
    return messages
  }
  return (...languages) => {
    const known = languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => groups.has(tag))
    return compiled.get(known ?? 'en') ?? compile(known ?? 'en')
  }
}
