// Compiles src to dist, unless dist is newer than everything it is made of: a start should not wait for nothing.
import './require-node.js'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildIslands } from './islands.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** As deep as the folders of src: files of the project are found from both by the same relative address. */
const folder = `${root}dist/program`
const main = `${folder}/main.js`
const sources = [
  'src',
  'bench/inside.ts',
  'bin/build.js',
  'bin/islands.js',
  'bin/minify.js',
  'package-lock.json',
]
  .map((name) => root + name)
  .filter(existsSync)

/**
 * Modules that are loaded one by one take half of a start, so packages are bundled too; but for those that read files
 * beside their own, or start threads from them, and those that only some work needs and that are large.
 */
const APART =
  /^(node:|@node-rs|@expo-google-fonts|@fortawesome|@mermaid-js|@myriaddreamin|@resvg|dejavu-fonts-ttf|highlight\.js|mammoth|pino|workerd)(\/|$)/

function newest(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Math.max(...inside.map((name) => statSync(`${path}/${name}`).mtimeMs))
}

/**
 * markdown-it is published for old engines, with a call for every field of every token. Fields that are set as one writes
 * them make parsing a tenth faster.
 */
const plainFields = {
  name: 'plain-fields',
  renderChunk(code, { moduleIds }) {
    if (!moduleIds.some((id) => /[\\/]markdown-it[\\/]/.test(id))) return
    return code.replace(/\b_defineProperty\(this, "(\w+)", (.*)\);$/gm, 'this.$1 = $2;')
  },
}

/** Styles and scripts for browsers, in the place of the module that reads them from src. */
const ownAssets = {
  name: 'own-assets',
  async load(id) {
    if (id !== `${root}src/world/own-assets.ts`) return
    const { minify } = await import('./minify.js')
    const texts = {}
    for (const folder of ['engines/site', 'engines/html', 'console'])
      for (const name of readdirSync(`${root}src/${folder}/assets`))
        texts[`${folder}/${name}`] = minify(name, readFileSync(`${root}src/${folder}/assets/${name}`, 'utf8'))
    return `const texts = ${JSON.stringify(texts)}
export const ownAsset = (folder, name) => texts[\`\${folder}/\${name}\`]`
  },
}

async function build(rolldown) {
  await buildIslands(rolldown)
  const bundle = await rolldown({
    input: {
      main: `${root}src/main.ts`,
      thread: `${root}src/thread.ts`,
      bench: `${root}bench/inside.ts`,
    },
    platform: 'node',
    external: (id) => APART.test(id),
    plugins: [plainFields, ownAssets],
  })
  await bundle.write({
    dir: folder,
    cleanDir: true,
    chunkFileNames: '[name].js',
    // Why something is done is read in src; here are the places that a stack trace names.
    comments: { jsdoc: false },
  })
}

/** Undefined where there is none: installed without development packages. One that is broken says so itself. */
async function findCompiler() {
  try {
    return await import('rolldown')
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'rolldown'")) return
    throw error
  }
}

const NEEDS = 'the compiler is one of the development packages: run npm ci --include=dev'

/**
 * What was built elsewhere is taken as it is when npm installs or starts: how old files are says little once they were
 * copied. Who asks for a build gets one, or hears why not.
 */
function withoutCompiler() {
  const isAsked = !['prepare', 'prestart'].includes(process.env.npm_lifecycle_event)
  const isBuilt = existsSync(main)
  if (isBuilt && !isAsked)
    return console.error(`Quire stays as it was built, which is older than src; ${NEEDS}`)
  console.error(`Quire can not be built: ${NEEDS}`)
  process.exitCode = 1
}

const isStale = !existsSync(main) || Math.max(...sources.map(newest)) > statSync(main).mtimeMs
if (isStale) {
  const compiler = await findCompiler()
  if (compiler) await build(compiler.rolldown)
  else withoutCompiler()
}
