// A real browser, on every platform: the one that is named, one of the system, the one that comes as a package (Linux
// x64 only), and where there is none, the one of Debian.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { PATIENCE, pause } from './server.ts'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ARGUMENTS })
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE))
  return browser
}

/** `QUIRE_TEST_BROWSER` is the path of one, or `package` or `debian` to try these ways. */
async function findBrowser(): Promise<string> {
  const named = process.env.QUIRE_TEST_BROWSER
  if (named === 'package') return fromPackage()
  if (named === 'debian') return fromDebian()
  const found = named ?? INSTALLED.find(isThere)
  if (found) return found
  return process.platform === 'linux' && process.arch === 'x64' ? fromPackage() : fromDebian()
}

function isThere(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Unpacked into a folder of ours: in the one that all share, another user's would be in the way. */
async function fromPackage(): Promise<string> {
  const folder = resolve('node_modules/.cache/quire-browser')
  mkdirSync(folder, { recursive: true })
  const unlock = await lock(join(folder, 'lock'))
  try {
    return await unpackInto(folder)
  } finally {
    unlock()
  }
}

/** Several files of a first run want it at once, and the package takes a browser that is half unpacked for one. */
async function lock(path: string) {
  for (;;) {
    try {
      mkdirSync(path)
      return () => rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    // Of a run that was ended meanwhile.
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > PATIENCE) rmSync(path, { recursive: true, force: true })
    await pause(50)
  }
}

async function unpackInto(folder: string): Promise<string> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  // It then brings the libraries that a bare system lacks, too.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const path = await packaged.executablePath()
    provideFonts(folder)
    return path
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** Its own list of fonts names places that are not here, and a page without any font ends the browser. */
function provideFonts(folder: string) {
  const ours = ['dejavu-fonts-ttf/ttf', '@expo-google-fonts/noto-color-emoji']
  const places = [join(folder, 'fonts'), ...ours.map((path) => resolve('node_modules', path))]
  const file = join(folder, 'quire-fonts.conf')
  const folders = places.map((place) => `<dir>${place}</dir>`).join('')
  writeFileSync(file, `<fontconfig>${folders}<cachedir>${folder}</cachedir></fontconfig>`)
  process.env.FONTCONFIG_FILE = file
  delete process.env.FONTCONFIG_PATH
}

function fromDebian(): string {
  try {
    const options = { stdio: 'ignore', timeout: 600_000 } as const
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  } catch (error) {
    throw new Error(
      'These tests need a browser. Install Chromium or Chrome, or name one with QUIRE_TEST_BROWSER.',
      { cause: error },
    )
  }
  return '/usr/bin/chromium'
}
