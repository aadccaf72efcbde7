/** Some write a paragraph where a title belongs. */
const LONGEST_TITLE = 120

type Named = { summary?: string; operationId?: string }

export function operationTitle({ summary, operationId }: Named, method: string, path: string) {
  const title = summary?.trim()
  if (title && isTitle(title)) return title
  return operationId || `${method.toUpperCase()} ${path}`
}

/** With what was meant as a title and is none. */
export function operationText(summary: string | undefined, description: string | undefined) {
  if (!summary || isTitle(summary.trim())) return description
  return description ? `${summary}\n\n${description}` : summary
}

function isTitle(text: string) {
  return text.length <= LONGEST_TITLE
}
