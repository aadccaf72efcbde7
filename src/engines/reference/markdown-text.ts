// Pieces of the Markdown that our own pages are written in.

/** Text that is shown as it is. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|{}]/g, '\\$&')
}

export function link(title: string, href: string): string {
  return `[${plain(title)}](${href})`
}

/** A place that other pages lead to. */
export function place(id: string): string {
  return `<a id="${id}"></a>`
}

/** Within a cell of a table, too. */
export function code(text: string): string {
  return `\`${text.replace(/[`|\n]/g, '')}\``
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
