// Style sheets and scripts of ours are written for those who change them. A third of that need not travel. This knows
// only the CSS and JavaScript that we write: no text in quotes with braces or two slashes at the start of a line, and no
// template that spans lines.

export function compactStyles(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/([{;][a-z-]+): /g, '$1:')
    .replace(/;}/g, '}')
    .replace(/(?<![\d.])0\.(?=\d)/g, '.')
    .replace(/#(.)\1(.)\2(.)\3\b/g, '#$1$2$3')
    .replace(/\[([a-z-]+)="([a-z]+)"\]/g, '[$1=$2]')
    .trim()
}

export function compactScript(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')
}
