// Our document under the rules of a linter that others use: @redocly/cli, from its own folder, without network.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

type Problem = { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }

const FOLDER = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'))
const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json')
/** Nobody is told, and nothing is looked up: what would be, ends at once at a port that nothing listens at. */
const OFFLINE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
}

it('has no errors and no warnings under the recommended rules', { timeout: 120_000 }, async () => {
  const args = [join(FOLDER, 'bin/cli.js'), 'lint', DOCUMENT, '--extends=recommended', '--format=json']
  const ran = promisify(execFile)(process.execPath, [...args, '--max-problems=1000'], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...OFFLINE },
    maxBuffer: 64 * 1024 * 1024,
  })
  // It ends with 1 where there are errors.
  const { stdout } = await ran.catch((error: { stdout: string }) => error)
  const { problems }: { problems: Problem[] } = JSON.parse(stdout)
  const told = problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
  )
  expect(told).toEqual([])
})
