// What a browser sends of a form of a page, as it is there: nobody touched it.

/** The first form whose opening tag has this text. */
export function formIn(body: string, opening: string): Record<string, string> {
  const forms = [...body.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
  const form = forms.find(([, attributes = '']) => attributes.includes(opening))?.[2]
  if (form === undefined) throw new Error(`No form has “${opening}” in its tag`)
  const fields = [...form.matchAll(/<input ([^>]*)>|<select ([^>]*)>(.*?)<\/select>/gs)]
  return Object.fromEntries(
    fields.flatMap(([, input, select = '', options = '']) => {
      const name = attribute(input ?? select, 'name')
      const value = input === undefined ? chosenIn(options) : sentOf(input)
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

function sentOf(input: string): string | undefined {
  const value = attribute(input, 'value') ?? ''
  switch (attribute(input, 'type')) {
    case 'checkbox':
      return / checked(?=[\s>]|$)/.test(input) ? value : undefined
    case 'color':
      return /^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'
    case 'hidden':
      return value
    default:
      return value.replaceAll(/[\r\n]/g, '')
  }
}

/** Without a chosen one, it is the first. */
function chosenIn(options: string): string | undefined {
  const all = [...options.matchAll(/<option ([^>]*)>/g)].map(([, option = '']) => option)
  const chosen = all.find((option) => / selected(?=[\s>]|$)/.test(option)) ?? all[0]
  return chosen === undefined ? undefined : attribute(chosen, 'value')
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
