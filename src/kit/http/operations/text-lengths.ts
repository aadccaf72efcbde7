// How long texts may be, in letters. The package counts them one by one, twice for each text with limits: a tenth of a second
// for five megabytes. A text has at most as many letters as units, and at least half as many, which says enough of most.
import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from 'ajv'

const COMMON = {
  type: 'string',
  schemaType: 'number',
  // Where the package has them: of several things that are wrong, the length is told first.
  before: 'pattern',
  error: { message: 'is too short or too long', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
} satisfies Partial<CodeKeywordDefinition>

const MOST: CodeKeywordDefinition = {
  ...COMMON,
  keyword: 'maxLength',
  code: (checked) => {
    const { data, schemaCode: limit } = checked
    checked.fail(_`${data}.length > ${limit} && ${counting(checked)}(${data}) > ${limit}`)
  },
}

const LEAST: CodeKeywordDefinition = {
  ...COMMON,
  keyword: 'minLength',
  code: (checked) => {
    const { data, schemaCode: limit } = checked
    checked.fail(_`${data}.length < 2 * ${limit} && ${counting(checked)}(${data}) < ${limit}`)
  },
}

export function useTextLengths(ajv: Ajv) {
  for (const definition of [MOST, LEAST])
    ajv.removeKeyword(definition.keyword as string).addKeyword(definition)
}

function counting({ gen }: KeywordCxt) {
  return gen.scopeValue('func', { ref: lettersOf })
}

function lettersOf(text: string) {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
}
