// What stands on the page, as Markdown again. The source would not do: it has not what a text includes, and may name
// pages that this reader does not get to see.

// Spelt so, as a line with one of them would not be compacted well.
const TICK = '\u0060'
const MARKS = { STRONG: '**', B: '**', EM: '_', I: '_', S: '~~', CODE: TICK }
const BLOCKS = new Set(
  'P UL OL LI PRE BLOCKQUOTE HR TABLE THEAD TBODY TR DIV FIGURE FIGCAPTION DETAILS SUMMARY H1 H2 H3 H4 H5 H6'.split(
    ' ',
  ),
)

export function markdownOf(element) {
  return blocksIn(element).join('\n\n')
}

/** Words that stand beside blocks are a block too. */
function blocksIn(element) {
  const blocks = []
  let words = ''
  const close = () => {
    blocks.push(words.trim())
    words = ''
  }
  for (const node of element.childNodes) {
    if (!BLOCKS.has(node.tagName)) {
      words += wordsOf(node)
      continue
    }
    close()
    blocks.push(blockOf(node))
  }
  close()
  return blocks.filter((block) => block !== '')
}

function blockOf(element) {
  const { tagName } = element
  if (tagName === 'PRE') return fenced(element)
  if (tagName === 'UL' || tagName === 'OL') return listOf(element)
  if (tagName === 'BLOCKQUOTE') return markdownOf(element).replace(/^/gm, '> ')
  if (tagName === 'HR') return '---'
  if (tagName === 'TABLE') return [...element.rows].map(rowOf).join('\n')
  const level = /^H(\d)$/.exec(tagName)?.[1]
  return level ? `${'#'.repeat(level)} ${markdownOf(element)}` : markdownOf(element)
}

function fenced(pre) {
  const text = pre.textContent.replace(/\n$/, '')
  const longest = Math.max(2, ...(text.match(/\u0060{3,}/g) ?? []).map(({ length }) => length))
  const fence = TICK.repeat(longest + 1)
  return `${fence}${pre.querySelector('code')?.dataset.language ?? ''}\n${text}\n${fence}`
}

function listOf(list) {
  const items = [...list.children].map((item, at) => {
    const mark = list.tagName === 'OL' ? `${list.start + at}. ` : '- '
    const done = item.matches('.task') ? `[${item.querySelector(':scope > .done') ? 'x' : ' '}] ` : ''
    const held = item.matches('.task') ? item.lastElementChild : item
    const isTight = !held.querySelector(':scope > p')
    const body = blocksIn(held).join(isTight ? '\n' : '\n\n')
    return mark + done + body.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
  })
  return items.join('\n')
}

function rowOf(row, at) {
  const cells = [...row.cells].map((cell) => markdownOf(cell).replace(/\n+/g, ' ').replaceAll('|', '\\|'))
  const line = `| ${cells.join(' | ')} |`
  return at === 0 ? `${line}\n|${' --- |'.repeat(cells.length)}` : line
}

function wordsOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches('button, svg, .anchor')) return ''
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'IMG') return `![${node.alt}](${node.src})`
  const mark = MARKS[node.tagName] ?? ''
  const words = mark === TICK ? node.textContent : [...node.childNodes].map(wordsOf).join('')
  if (node.tagName === 'A' && node.href) return `[${words.trim()}](${node.href})`
  return mark + words + mark
}
