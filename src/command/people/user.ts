import type { Command } from 'commander'
import type { ReadContext, WriteContext } from '../../kit/domain/context.ts'
import type { Links } from '../../kit/domain/links.ts'
import { Problem } from '../../kit/domain/problems.ts'
import { resetFactors } from '../../rooms/people/accounts/factors/factors.ts'
import { changeEmailByAdministrator } from '../../rooms/people/accounts/links/email-change.ts'
import { createResetLink } from '../../rooms/people/accounts/links/recovery.ts'
import { endSessionsOf, endSessionsOfEverybody } from '../../rooms/people/accounts/sessions/sessions.ts'
import { deleteUser } from '../../rooms/people/deletion/users.ts'
import { presentUser } from '../../rooms/people/identity/present.ts'
import { NewUser } from '../../rooms/people/identity/schema.ts'
import { listUsers, type UserRow } from '../../rooms/people/identity/store.ts'
import { createUser, findUserNamed, reinstateUser, suspendUser } from '../../rooms/people/identity/users.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from '../context.ts'
import { shaped } from '../terminal/arguments.ts'
import { confirmDeletion } from '../terminal/confirm.ts'
import { table } from '../terminal/table.ts'

type NewUserOptions = { email: string; name?: string; administrator?: boolean }

export function addUsers(program: Command, context: CommandContext) {
  const user = program.command('user').description('Create, list, suspend and delete users')
  const { email, displayName } = NewUser.properties
  describeCommand(user.command('create'), 'Create a user', [
    'user create --email maria@example.org --name "Maria Lopez"',
    'user create --email root@example.org --administrator',
  ])
    .requiredOption('--email <address>', 'the e-mail address, unique to the user', shaped(email))
    .option(
      '--name <name>',
      'the name shown to others (default: derived from the e-mail address)',
      shaped(displayName),
    )
    .option('--administrator', 'allow the user to manage the users of this installation and their tokens')
    .action(doing(context, (options: NewUserOptions) => create(context, options)))
  describeCommand(user.command('list'), 'List all users', ['user list', 'user list --json']).action(
    doing(context, () => list(context)),
  )
  const named = (
    name: string,
    about: string,
    run: (context: CommandContext, who: string) => Promise<CommandResult>,
  ) =>
    describeCommand(user.command(name), about, [`user ${name} maria@example.org`])
      .argument('<id or e-mail>', 'the user; see quire user list')
      .action(doing(context, (who: string) => run(context, who)))
  named('reset', 'Print a link by which a user chooses a new password', reset)
  named('reset-factors', 'Remove the second factors of a user who lost their device', removeFactors)
  named('sign-out', 'Sign a user out everywhere', signOut)
  named('suspend', 'Suspend a user: no sign-in and no API token works', suspend)
  named('reinstate', 'Let a suspended user in again', reinstate)
  describeCommand(user.command('sign-out-all'), 'Sign everybody out', ['user sign-out-all']).action(
    doing(context, () => signOutAll(context)),
  )
  describeCommand(user.command('email'), 'Change the e-mail address of a user', [
    'user email maria@example.org maria.lopez@example.org',
  ])
    .argument('<id or e-mail>', 'the user; see quire user list')
    .argument('<new e-mail>', 'the new address; no mail is sent to confirm it', shaped(email))
    .action(doing(context, (who: string, address: string) => changeAddress(context, who, address)))
  describeCommand(user.command('delete'), 'Delete a user; their content stays', [
    'user delete maria@example.org',
    'user delete maria@example.org --yes',
  ])
    .argument('<id or e-mail>', 'the user; see quire user list')
    .option('--yes', 'do not ask for confirmation')
    .action(doing(context, (name: string, { yes }: { yes?: boolean }) => remove(context, name, yes)))
}

async function onUser(
  context: CommandContext,
  name: string,
  work: (ctx: WriteContext, user: UserRow) => Promise<{ told: string; result?: object }>,
): Promise<CommandResult> {
  return withServices(context, (services) =>
    services.asSystem(async (ctx) => {
      const user = await namedUser(ctx, name)
      const { told, result } = await work(ctx, user)
      return { result: { id: user.id, email: user.email, ...result }, lines: [told] }
    }),
  )
}

function suspend(context: CommandContext, name: string) {
  return onUser(context, name, async (ctx, user) => {
    await suspendUser(ctx, user)
    await endSessionsOf(ctx, user.id)
    return {
      told: `Suspended ${user.email}: signed out everywhere, API tokens stopped`,
      result: { suspended: true },
    }
  })
}

function reinstate(context: CommandContext, name: string) {
  return onUser(context, name, async (ctx, user) => {
    await reinstateUser(ctx, user.id)
    return { told: `Reinstated ${user.email}`, result: { suspended: false } }
  })
}

function reset(context: CommandContext, name: string) {
  return onUser(context, name, async (ctx, user) => {
    const { url, expiresAt } = await createResetLink(ctx, user.id)
    const told = `Send this URL to ${user.email}. It works once, for 30 minutes:\n  ${url}`
    return { told, result: { url, expiresAt: expiresAt.toISOString() } }
  })
}

function changeAddress(context: CommandContext, name: string, address: string) {
  return onUser(context, name, async (ctx, user) => {
    await changeEmailByAdministrator(ctx, user.id, address)
    return { told: `Changed ${user.email} to ${address}`, result: { email: address, former: user.email } }
  })
}

function removeFactors(context: CommandContext, name: string) {
  return onUser(context, name, async (ctx, user) => {
    await resetFactors(ctx, user.id)
    return {
      told: `Removed the second factors of ${user.email}: signed out everywhere, the password alone lets them in`,
      result: { factors: 0 },
    }
  })
}

function signOut(context: CommandContext, name: string) {
  return onUser(context, name, async (ctx, user) => {
    await endSessionsOf(ctx, user.id)
    return { told: `Signed ${user.email} out everywhere` }
  })
}

function signOutAll(context: CommandContext): Promise<CommandResult> {
  return withServices(context, (services) =>
    services.asSystem(async (ctx) => {
      const ended = await endSessionsOfEverybody(ctx)
      return { result: { ended }, lines: [`Signed everybody out: ${ended} browsers`] }
    }),
  )
}

function remove(context: CommandContext, name: string, isSure = false): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const user = await services.asSystem((ctx) => namedUser(ctx, name))
    const { id, email } = user
    const warning = `This permanently deletes ${email}, with all tokens and memberships. Their content stays.`
    if (!isSure) await confirmDeletion(context, warning, email)
    await services.asSystem((ctx) => deleteUser(ctx, user))
    return { result: { id, email, deleted: true }, lines: [`Deleted ${email}, id ${id}`] }
  })
}

function create(
  context: CommandContext,
  { email, name, administrator }: NewUserOptions,
): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const user = await services.asSystem((ctx) =>
      createUser(ctx, { email, displayName: name }, { isAdministrator: administrator }),
    )
    const kind = user.isAdministrator ? 'administrator' : 'user'
    return {
      result: resultOf(user, services.links),
      lines: [
        `Created ${kind} ${user.email}, id ${user.id}`,
        `To let them in: quire user reset ${user.email}`,
      ],
    }
  })
}

function list(context: CommandContext): Promise<CommandResult> {
  return withServices(context, async (services) => {
    const users = await listUsers(services.database.db)
    return {
      result: { items: users.map((user) => resultOf(user, services.links)) },
      lines: table(['ID', 'E-MAIL', 'NAME', 'ADMINISTRATOR', 'CREATED'], users.map(cellsOf)),
    }
  })
}

/** As the API shows users, with what only administrators get to see. */
function resultOf(user: UserRow, links: Links) {
  const { isAdministrator, createdAt } = user
  return { ...presentUser(user, links), isAdministrator, createdAt: createdAt.toISOString() }
}

function cellsOf({ id, email, displayName, isAdministrator, createdAt }: UserRow) {
  return [id, email, displayName, isAdministrator ? 'yes' : 'no', createdAt.toISOString()]
}

export async function namedUser(ctx: ReadContext, idOrEmail: string) {
  const user = await findUserNamed(ctx, idOrEmail)
  if (!user) throw new Problem('not_found', `User ${idOrEmail} not found: see quire user list`)
  return user
}
