import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { offerSetUp } from '../../rooms/people/invites/set-up.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from '../context.ts'
import { provideAdministrator } from './administrator.ts'
import { requireWayIn } from './way-in.ts'

export function addSetup(program: Command, context: CommandContext) {
  describeCommand(program.command('setup'), 'Print the URL at which the first administrator signs up', [
    'setup',
  ]).action(doing(context, () => setUp(context)))
}

function setUp(context: CommandContext): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const config = readConfig(context.environment)
    await provideAdministrator(services, config)
    await requireWayIn(services, config.signInMethods)
    const link = await services.asSystem(offerSetUp)
    if (!link)
      throw new Problem(
        'conflict',
        'An administrator can sign in already. For a new password: quire user reset <e-mail>',
      )
    const { url, expiresAt } = link
    return {
      result: { url, expiresAt: expiresAt.toISOString() },
      lines: ['Open this URL in a browser. It works once, for a day:', `  ${url}`],
    }
  })
}
