// Makes site.png, the picture in the README: `node docs/make-picture.js http://127.0.0.1:4000/sites/…/`, with the site of
// src/demo/content/product-guide.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [, , address] = process.argv
// With the emoji that come with the project: a bare machine has none.
const fonts = join(mkdtempSync(join(tmpdir(), 'quire-picture-')), 'fonts.conf')
const emoji = new URL('../node_modules/@expo-google-fonts/noto-color-emoji', import.meta.url).pathname
writeFileSync(fonts, `<fontconfig><include>/etc/fonts/fonts.conf</include><dir>${emoji}</dir></fontconfig>`)
const browser = await chromium.launch({
  env: { ...process.env, FONTCONFIG_FILE: fonts },
  executablePath: process.env.QUIRE_TEST_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 860 } })
await page.goto(address)
await page.screenshot({ path: new URL('site.png', import.meta.url).pathname })
await browser.close()
