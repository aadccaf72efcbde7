// The files of deploy/ are what operators begin with: nothing in them is misspelled, and what they name is there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const FOLDER = 'deploy'
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.includes('.') || name === 'Dockerfile',
)

describe('what is deployed', () => {
  it('has settings that there are', () => {
    const manual = readFileSync('docs/manual/operate/settings.md', 'utf8')
    const settings = names.flatMap((name) => read(name).match(/\bQUIRE_[A-Z_]+/g) ?? [])
    expect(settings.length).toBeGreaterThan(8)
    expect(settings.filter((setting) => !manual.includes(`\`${setting}\``))).toEqual([])
  })

  it.each(readdirSync(join(FOLDER, 'kubernetes')))('is what Kubernetes takes: %s', async (name) => {
    const documents = parseAllDocuments(read(`kubernetes/${name}`)).map((document) => document.toJS())
    expect(documents.length).toBeGreaterThan(3)
    for (const { apiVersion, kind, ...more } of documents) {
      const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`)
      expect(() => new Model(more).validate(), kind).not.toThrow()
    }
    const { Deployment } = await import('kubernetes-models/apps/v1/Deployment')
    const spec = { selector: {}, template: { spec: { containers: [{ name: 'quire', ports: 'many' }] } } }
    expect(() => new Deployment({ spec } as never).validate()).toThrow(/ports/)
  })

  it('is a Compose file whose services, volumes and files are there', () => {
    const { services, volumes } = parse(read('compose.yaml'))
    for (const { volumes: mounts = [], depends_on: needed = [] } of Object.values<Service>(services)) {
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(services).toHaveProperty(name)
      for (const mount of mounts) expect(volumes).toHaveProperty(mount.split(':')[0] ?? '')
    }
    expect(names).toContain(services.quire.build.dockerfile.replace(`${FOLDER}/`, ''))
  })

  it('installs as the test of the package does', () => {
    const install = 'npm install --no-audit --no-fund ./quire-*.tgz'
    expect(read('Dockerfile')).toContain(install)
    const packageTest = readFileSync('acceptance/running/package.test.ts', 'utf8')
    expect(packageTest).toContain("'install', '--no-audit', '--no-fund'")
    expect(read('Dockerfile')).toMatch(/apt-get install .*\bgit\b/)
  })
})

type Service = { volumes?: string[]; depends_on?: string[] | Record<string, unknown> }
