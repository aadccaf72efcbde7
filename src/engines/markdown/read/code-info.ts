// What is behind a fence: the language, and what other tools write after it, as in `js {1,3-5} title="a.js"`. The
// model has one word for all of it.

export type CodeInfo = {
  language: string
  title?: string
  isNumbered: boolean
  isMarked(line: number): boolean
}

const LINES = /\{([\d,\s-]+)\}|\bhl_lines=["']([\d,\s-]+)["']/
const TITLE = /(?:^|\s)(?:title|filename)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/
const NUMBERED =
  /(?:^|[\s:])(?:showLineNumbers|lineNumbers|linenums|line-numbers)(?=[\s={}]|$)(?!=["']?false)/
/** `{ .python }`, `{code-block} python`, `{r}`, or the first word; `rust,ignore` and `ts:a.ts` say more than that. */
const LANGUAGES = [
  /^\{(?:[^{}"']*?\s)?\.([^\s{}.]+)(.*)$/s,
  /^\{(?:code|code-block|code-cell|sourcecode)\}\s*([^\s{},:]*)(.*)$/s,
  /^\{([a-z][\w+#-]*)(?=[\s,}])(.*)$/is,
  /^([^\s{},:]*)(.*)$/s,
]

const LONGEST = 1000

export function codeInfo(syntax: string | undefined): CodeInfo {
  const written = (syntax ?? '').trim().slice(0, LONGEST)
  const form = LANGUAGES.find((one) => one.test(written))
  const [, language = '', rest = ''] = form?.exec(written) ?? []
  const [, double, single, bare] = TITLE.exec(rest) ?? []
  const title = double ?? single ?? bare
  const [, braced, quoted] = LINES.exec(rest) ?? []
  const marked = rangesIn(braced ?? quoted ?? '')
  return {
    language,
    ...(title && { title }),
    isNumbered: NUMBERED.test(rest),
    isMarked: (line) => marked.some(({ from, to }) => from <= line && line <= to),
  }
}

/** `1,3-5` */
function rangesIn(list: string) {
  return [...list.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)].map(([, from, to]) => ({
    from: Number(from),
    to: Number(to ?? from),
  }))
}
