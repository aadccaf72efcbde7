// A full sidebar. HTML in pages is text, and braces are no templates: its compiler ends at either.
import { readFileSync } from 'node:fs'

const pages = JSON.parse(readFileSync(new URL('../pages.json', import.meta.url), 'utf8'))

export default {
  title: 'Pages',
  srcDir: 'pages',
  outDir: 'built-by-vitepress',
  ignoreDeadLinks: true,
  markdown: { html: false },
  vue: { template: { compilerOptions: { delimiters: ['\u0001', '\u0002'] } } },
  themeConfig: { sidebar: pages.map((page) => ({ text: page, link: `/${page.replace(/\.md$/, '')}` })) },
}
