import { type Command, Option } from 'commander'
import { Problem } from '../../kit/domain/problems.ts'
import { presentIssuedToken, presentToken } from '../../rooms/people/identity/present.ts'
import { NewApiToken } from '../../rooms/people/identity/schema.ts'
import { findToken, listTokens } from '../../rooms/people/identity/store.ts'
import { issueToken, revokeToken } from '../../rooms/people/identity/tokens.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from '../context.ts'
import { futureTime, shaped, timeIn } from '../terminal/arguments.ts'
import { table } from '../terminal/table.ts'
import { namedUser } from './user.ts'

type NewTokenOptions = { user: string; label: string; expiresIn?: string; expiresAt?: string }

export function addTokens(program: Command, context: CommandContext) {
  const token = program.command('token').description('Create, list and revoke API tokens')
  const expiresIn = new Option('--expires-in <time>', 'lifetime of the token: 12h, 30d, 2w').argParser(timeIn)
  const expiresAt = new Option(
    '--expires-at <time>',
    'when the token expires: 2030-01-31, 2030-01-31T18:00:00Z',
  )
  describeCommand(token.command('create'), 'Create an API token for a user; it is shown only once', [
    'token create --user maria@example.org --label laptop',
    'token create --user maria@example.org --label ci --expires-in 30d',
    'token create --user maria@example.org --label audit --expires-at 2030-01-31',
  ])
    .requiredOption('--user <id or e-mail>', 'the owner of the token')
    .requiredOption('--label <label>', 'what the token is for', shaped(NewApiToken.properties.label))
    .addOption(expiresIn.conflicts('expiresAt'))
    .addOption(expiresAt.argParser(futureTime))
    .action(doing(context, (options: NewTokenOptions) => create(context, options)))
  describeCommand(token.command('list'), 'List the API tokens of a user, without their secrets', [
    'token list --user maria@example.org',
  ])
    .requiredOption('--user <id or e-mail>', 'the owner of the tokens')
    .action(doing(context, ({ user }: { user: string }) => list(context, user)))
  describeCommand(token.command('revoke'), 'Revoke an API token; it stops working at once', [
    'token revoke 01jx5m0a8c7f9w2k4t6v8y0b2d',
  ])
    .argument('<token-id>', 'the id of the token, not the token itself')
    .action(doing(context, (tokenId: string) => revoke(context, tokenId)))
}

function create(
  context: CommandContext,
  { user: name, label, expiresIn, expiresAt }: NewTokenOptions,
): Promise<CommandResult> {
  return withServices(context, async (services, config) => {
    const { user, issued } = await services.asSystem(async (ctx) => {
      const user = await namedUser(ctx, name)
      return { user, issued: await issueToken(ctx, user.id, { label, expiresAt: expiresIn ?? expiresAt }) }
    })
    return {
      result: { ...presentIssuedToken(issued), user: user.id },
      lines: [
        issued.token,
        '',
        `A token for ${user.email}, id ${issued.id}, ${endOf(issued.expiresAt)}.`,
        'Store it in a safe place now: it cannot be shown again.',
        `Try it: curl -H "Authorization: Bearer ${issued.token}" ${config.publicUrl}/v1/user`,
      ],
    }
  })
}

function endOf(expiresAt: Date | null) {
  return expiresAt ? `works until ${expiresAt.toISOString()}` : 'works until it is revoked'
}

/** More than anybody looks at. */
const MOST_LISTED = 1_000

function list(context: CommandContext, name: string): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const { rows } = await services.asSystem(async (ctx) => {
      const user = await namedUser(ctx, name)
      return listTokens(ctx.db, user.id, { limit: MOST_LISTED })
    })
    const time = (at: Date | null) => at?.toISOString() ?? 'never'
    return {
      result: { items: rows.map(presentToken) },
      lines: table(
        ['ID', 'LABEL', 'LAST USED', 'EXPIRES'],
        rows.map(({ id, label, lastUsedAt, expiresAt }) => [id, label, time(lastUsedAt), time(expiresAt)]),
      ),
    }
  })
}

function revoke(context: CommandContext, tokenId: string): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const token = await services.asSystem(async (ctx) => {
      const found = await findToken(ctx.db, tokenId)
      if (found && (await revokeToken(ctx, found.userId, found.id))) return found
      throw new Problem('not_found', 'Token not found: see quire token list')
    })
    const lines = [`Revoked "${token.label}", id ${token.id}`]
    if (token.isConfigured) lines.push('The next start restores it as long as QUIRE_ADMIN_TOKEN is set.')
    return { result: { ...presentToken(token), user: token.userId }, lines }
  })
}
