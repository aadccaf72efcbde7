// Tables of contents as people write them: bullets, indents, anchors, comments and rules of all kinds.
import { relativeTarget } from '../../src/engines/content/links/paths.ts'
import { type Chance, titleSource } from './generated-pages.ts'
import type { DrawnEntry, DrawnGroup } from './generated-repositories.ts'

export function drawSummary(chance: Chance, groups: DrawnGroup[], file: string) {
  const bullet = chance.pick(['* ', '* ', '- ', '*   '])
  const unit = ' '.repeat(bullet.length > 2 ? 4 : chance.pick([2, 2, 4]))
  const lines: string[] = chance.isOneIn(6)
    ? []
    : [chance.pick(['# Table of contents', '# Summary', '# 目次']), '']

  function write({ title, target, children }: DrawnEntry, indent: string) {
    if (chance.isOneIn(15))
      lines.push(chance.pick(['<!-- a comment -->', '<!-- over\n* [two](lines.md) -->']))
    const shown = titleSource(title)
    lines.push(
      `${indent}${chance.isOneIn(15) ? '- ' : bullet}${target ? `[${shown}](${targetOf(target)})` : shown}`,
    )
    if (indent === '' && chance.isOneIn(25)) lines.push('', 'A line of text')
    for (const child of children) write(child, indent + unit)
  }

  function targetOf(target: NonNullable<DrawnEntry['target']>) {
    const title = chance.isOneIn(12) ? ' "Short title"' : ''
    if ('url' in target) return target.url + title
    const fragment = target.fragment ? `#${target.fragment}` : ''
    const path = relativeTarget(file, target.file)
    const isBracketed = path.includes('%20') && !/%(?!20)/.test(path) && chance.isOneIn(2)
    return (isBracketed ? `<${path.replaceAll('%20', ' ')}${fragment}>` : path + fragment) + title
  }

  for (const { title, entries } of groups) {
    if (title !== undefined) {
      const anchor = chance.isOneIn(6) ? ` <a href="#${entries.length}" id="g${entries.length}"></a>` : ''
      lines.push(...(lines.at(-1) === '' ? [] : ['']), `## ${titleSource(title)}${anchor}`, '')
    }
    for (const entry of entries) write(entry, '')
    if (chance.isOneIn(8)) lines.push('', chance.pick(['---', '***']), '')
  }
  const ended = `${lines.join('\n')}\n`
  const text = chance.isOneIn(8) ? ended.replace(/\n+$/, '') : ended
  return chance.isOneIn(10) ? text.replaceAll('\n', '\r\n') : text
}
