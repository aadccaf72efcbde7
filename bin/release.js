// Makes a release of what is committed: the package, its bill of materials, its part of the changelog, and the tag.
//   node bin/release.js --dry-run [--to <folder>]    everything but the tag
//   node bin/release.js [--to <folder>]
import './require-node.js'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isDryRun = process.argv.includes('--dry-run')
const at = process.argv.indexOf('--to')
const folder = resolve(at > 0 ? process.argv[at + 1] : join(root, 'dist/release'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tag = `v${version}`

const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })

/** Tried out, it need not be a checkout. */
function commit() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return stdout?.trim() || 'no checkout'
}

/** What people read of this release. */
function changelogSection() {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const section = changelog.split(/^(?=## )/m).find((part) => /^## (\S+)/.exec(part)?.[1] === version)
  if (!section) throw new Error(`CHANGELOG.md has no section "## ${version}"`)
  return section
}

/** Of what is installed with Quire. `npm sbom --omit=dev` also leaves out what development uses too, so we choose. */
function billOfMaterials() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  )
  const all = JSON.parse(run('npm', 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
  const isShipped = (ref) => shipped.has(decodeURIComponent(ref).split('|')[0])
  const own = all.metadata.component['bom-ref']
  return {
    ...all,
    components: all.components.filter((component) => isShipped(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === own || isShipped(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  }
}

/** Registries without it are no reason against a release; what they find is for people to judge. */
function audit() {
  const { status, stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
  })
  try {
    const { vulnerabilities } = JSON.parse(stdout).metadata
    const found = Object.entries(vulnerabilities).filter(([name, count]) => name !== 'total' && count > 0)
    return found.length === 0 ? 'nothing found' : found.map(([name, count]) => `${count} ${name}`).join(', ')
  } catch {
    return `not possible here (npm audit ended with ${status})`
  }
}

const notes = changelogSection()
if (!isDryRun && run('git', 'status', '--porcelain') !== '')
  throw new Error('Commit or remove your changes first')
if (!isDryRun && run('git', 'tag', '--list', tag) !== '') throw new Error(`There is a tag ${tag} already`)
mkdirSync(folder, { recursive: true })
const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--pack-destination', folder))
const sbom = billOfMaterials()
writeFileSync(join(folder, `quire-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(join(folder, `quire-${version}.md`), notes)
if (!isDryRun) run('git', 'tag', '--annotate', tag, '--message', notes)
console.log(`${isDryRun ? 'Would release' : 'Released'} ${tag} from ${commit()}`)
console.log(`  package     ${join(folder, filename)}`)
console.log(`  materials   ${sbom.components.length} packages in quire-${version}.cdx.json`)
console.log(`  changelog   quire-${version}.md`)
console.log(`  npm audit   ${audit()}`)
