import type { Command } from 'commander'
import type { Check } from '../world/machine/machine.ts'
import {
  checkBlobs,
  checkConfiguration,
  checkDataFolder,
  checkDiskSpace,
  checkExtras,
  checkGit,
  checkNode,
  checkPdf,
  checkPort,
  checkSshKey,
  skipped,
} from './checks/checks.ts'
import { checkBackups } from './checks/checks-backups.ts'
import { checkDatabase } from './checks/checks-database.ts'
import { checkMail } from './checks/checks-mail.ts'
import { checkProviders } from './checks/checks-providers.ts'
import { checkReplica } from './checks/checks-replica.ts'
import { checkTracing } from './checks/checks-tracing.ts'
import {
  type CommandContext,
  type CommandResult,
  describeCommand,
  doing,
  type Environment,
} from './context.ts'

const MARKS = { fine: '✓', failed: '✗', skipped: '–' }

export function addDoctor(program: Command, context: CommandContext) {
  describeCommand(program.command('doctor'), 'Check the installation (read-only)', [
    'doctor',
    'doctor --json',
  ]).action(doing(context, () => examine(context.environment)))
}

async function examine(environment: Environment): Promise<CommandResult> {
  const checks = await runChecks(environment)
  const failures = checks.filter(({ state }) => state === 'failed').length
  const verdict =
    failures === 0 ? 'All is well.' : `${failures} of ${checks.length} checks failed: see the advice above.`
  return {
    result: { ok: failures === 0, checks },
    lines: [...checks.flatMap(linesOf), '', verdict],
    code: failures === 0 ? 0 : 1,
  }
}

async function runChecks(environment: Environment): Promise<Check[]> {
  const { check: configuration, config } = checkConfiguration(environment)
  const machine = [checkNode(process.versions.node), await checkGit(), await checkPdf(), ...checkExtras()]
  if (!config) return [configuration, ...machine, skipped('everything else', 'correct the settings first')]
  return [
    configuration,
    ...machine,
    await checkDataFolder(config.dataFolder),
    await checkDiskSpace(config),
    await checkBlobs(config),
    await checkBackups(config),
    await checkSshKey(config),
    await checkMail(config),
    await checkTracing(config),
    ...(await checkProviders(config)),
    ...(await checkDatabase(config)),
    await checkReplica(config),
    await checkPort(config),
  ]
}

function linesOf({ state, name, finding, advice }: Check) {
  const line = `${MARKS[state]} ${name}: ${finding.replaceAll('\n', '\n    ')}`
  return advice ? [line, `    → ${advice}`] : [line]
}
