import type { Words } from '../languages/words.ts'
import type { ApiChangelog, Version } from '../views/changes-view.ts'

/** The same as the page, for readers without HTML. */
export function changesMarkdown(words: Words, { title, versions, older }: ApiChangelog): string {
  const parts = [
    `# ${words.changelog.title}: ${inLine(title)}`,
    ...versions.map((version) => versionText(words, version)),
    ...(older === undefined ? [] : [`[${words.changelog.older}](${withEnding(older)})`]),
  ]
  return `${parts.join('\n\n')}\n`
}

function versionText(words: Words, { name, date, isFirst, isCompared, operations, left }: Version): string {
  const { changelog } = words
  const day = date.slice(0, 10)
  const heading = `## ${name === '' ? day : `${inLine(name)} (${day})`}`
  if (!isCompared) return `${heading}\n\n${changelog.notCompared}`
  if (isFirst) return `${heading}\n\n${changelog.first}`
  if (operations.length === 0) return `${heading}\n\n${changelog.nothing}`
  const lines = operations.flatMap((one) => {
    const mark = one.isBreaking ? ` **${changelog.breaking}**` : ''
    const call = `\`${one.method.toUpperCase()} ${one.path.replaceAll('`', '')}\``
    const said = one.change === 'changed' ? one.changes : []
    return [
      `* ${changelog[one.change]}${mark}: ${inLine(one.title)} ${call}`,
      ...said.map(
        ({ message, isBreaking }) =>
          `  * ${isBreaking ? `**${changelog.breaking}** ` : ''}${inLine(message)}`,
      ),
    ]
  })
  const rest = left > 0 ? [`* ${words.morePages({ count: left })}`] : []
  return `${heading}\n\n${[...lines, ...rest].join('\n')}`
}

/** What strangers wrote stays within its line, and is text there. */
function inLine(text: string) {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#{}|]/g, '\\$&')
}

function withEnding(address: string) {
  return address.replace('?', '.md?')
}
