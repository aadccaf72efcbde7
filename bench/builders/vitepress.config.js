// A full sidebar. HTML in pages is text, and braces are neither templates nor attributes, and pictures are
// left out: it ends at any of them that real pages get wrong.
import { readFileSync } from 'node:fs'

const pages = JSON.parse(readFileSync(new URL('../pages.json', import.meta.url), 'utf8'))

export default {
  title: 'Pages',
  srcDir: 'pages',
  outDir: 'built-by-vitepress',
  ignoreDeadLinks: true,
  markdown: { html: false, attrs: { disable: true }, config: (markdown) => markdown.disable('image') },
  vue: { template: { compilerOptions: { delimiters: ['\u0001', '\u0002'] } } },
  themeConfig: { sidebar: pages.map((page) => ({ text: page, link: `/${page.replace(/\.md$/, '')}` })) },
}
