import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { convert } from '../convert.ts'

const wiki = (contents: Record<string, string>) =>
  convert({
    source: 'github-wiki',
    bytes: zipSync(Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, strToU8(text)]))),
  })

it('code of a wiki is left alone', async () => {
  const code = [
    '```sh\nif [[ -f "$a" ]]; then [[Other]]; fi\n```',
    '* item\n\n  ~~~\n  [[Other]]\n  ~~~',
    'Text\n\n    [[Other]]',
    'Use `x [[ -f ]]` and ``[[Other]] ` [[Other]]`` here, \\[[Other]] not',
    '<pre>\n[[Other]]\n</pre>',
  ].join('\n\n')
  const { pages } = await wiki({
    'Home.md': `${code}\n\nSee [[Other]], ![[, a lonely \` and [[Other]]\n\n| a |\n| --- |\n| [[Other]] \`[[Other]]\` |\n`,
    'Other.md': 'x',
  })
  const [home, other] = pages
  const link = `[Other](<${other?.ref}>)`
  expect(home?.markdown).toBe(
    `${code}\n\nSee ${link}, ![[, a lonely \` and ${link}\n\n| a |\n| --- |\n| ${link} \`[[Other]]\` |\n`,
  )
})

it('line ends of Windows do not move the places', async () => {
  const { pages } = await wiki({ 'Home.md': 'a\r\n\r\n`[[b]]` [[Other]]\r\n', 'Other.md': 'x' })
  expect(pages[0]?.markdown).toBe(`a\r\n\r\n\`[[b]]\` [Other](<${pages[1]?.ref}>)\r\n`)
})

it('what is no page of Markdown is counted as left', async () => {
  const { left } = await wiki({
    'Home.md': 'x',
    'Old.rst': 'x',
    'Older.textile': 'x',
    '_Sidebar.md': '[[Home]]',
    '_Footer.md': 'x',
  })
  expect(left).toBe(2)
})
