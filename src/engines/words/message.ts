// Messages are data: texts with placeholders such as `{name}`. Where a number changes the words around it, a message has one
// text for each plural category of its language, and `{count}` selects it.

type PluralForms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }
export type Message = string | PluralForms
/** Messages by name, and groups of them. `other` is reserved for plural forms. */
export type MessageGroup = { readonly [name: string]: Message | MessageGroup }

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type Values<Text> = { readonly [Name in Placeholders<Text>]: Name extends 'count' ? number : string | number }
export type MessageValues = { readonly [name: string]: string | number }

/** Messages ready for use: strings, and functions of the values of their placeholders. */
export type Compiled<Source> = Source extends string
  ? [Placeholders<Source>] extends [never]
    ? string
    : (values: Values<Source>) => string
  : Source extends PluralForms
    ? (values: Values<Source[keyof Source]>) => string
    : { readonly [Name in keyof Source]: Compiled<Source[Name]> }

/** The same messages in another language, which may need other plural forms, or none. */
export type Translation<Source> = Source extends string
  ? 'count' extends Placeholders<Source>
    ? Message
    : string
  : Source extends PluralForms
    ? Message
    : { readonly [Name in keyof Source]: Translation<Source[Name]> }

type Fill = (values: MessageValues) => string
type CompiledGroup = { [name: string]: string | Fill | CompiledGroup }
type Category = (count: number) => string

/** Parses every text once, so that filling it in only joins strings. */
export function compileMessages(group: MessageGroup, language: string): CompiledGroup {
  return compileGroup(group, openCategories(language))
}

function compileGroup(group: MessageGroup, category: Category): CompiledGroup {
  return Object.fromEntries(
    Object.entries(group).map(([name, message]) => {
      if (typeof message === 'string') return [name, message.includes('{') ? compileText(message) : message]
      return [name, isPlural(message) ? compilePlural(message, category) : compileGroup(message, category)]
    }),
  )
}

export function isPlural(message: Message | MessageGroup): message is PluralForms {
  return typeof message === 'object' && typeof message.other === 'string'
}

function compileText(text: string): Fill {
  // Text and names take turns.
  const [start = '', ...rest] = text.split(/[{}]/)
  return (values) => {
    let filled = start
    for (let at = 0; at < rest.length; at += 2) filled += `${values[rest[at] ?? '']}${rest[at + 1]}`
    return filled
  }
}

function compilePlural(forms: PluralForms, category: Category): Fill {
  const other = compileText(forms.other)
  const byCategory = new Map(Object.entries(forms).map(([name, text]) => [name, compileText(text)]))
  return (values) => (byCategory.get(category(Number(values.count))) ?? other)(values)
}

/** Selecting a category takes half a microsecond, which pages with thousands of schemas would notice. */
function openCategories(language: string): Category {
  const rules = new Intl.PluralRules(language)
  const small = Array.from({ length: 100 }, (_, count) => rules.select(count))
  return (count) => small[count] ?? rules.select(count)
}
