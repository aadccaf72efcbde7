import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { DemoChangeRequest } from '../demo/actions.ts'
import { type Demo, makeDemo } from '../demo/demo.ts'
import { conflict } from '../kit/domain/problems.ts'
import { findAdministrator, type UserRow } from '../rooms/people/identity/store.ts'
import { OrganizationTitle } from '../rooms/people/organizations/schema.ts'
import { listOrganizationsOf } from '../rooms/people/organizations/store.ts'
import { type CommandContext, type CommandResult, describeCommand, doing, withServices } from './context.ts'
import { provideAdministrator, tokenFileIn } from './people/administrator.ts'
import { namedUser } from './people/user.ts'
import type { OpenServices } from './process/open.ts'
import { isQuireThere } from './process/port.ts'
import { shaped } from './terminal/arguments.ts'
import { table } from './terminal/table.ts'

type DemoOptions = { title: string; admin?: string; again?: boolean }

export function addDemo(program: Command, context: CommandContext) {
  describeCommand(
    program.command('demo'),
    'Create a sample organization with spaces, pages, change requests, comments and published sites',
    ['demo', 'demo --title "Second Try" --admin maria@example.org', 'demo --again'],
  )
    .option('--title <title>', 'title of the organization', shaped(OrganizationTitle), 'Lighthouse Software')
    .option('--admin <id or e-mail>', 'the admin of the organization (default: the administrator)')
    .option('--again', 'create it even if an organization has this title')
    .action(doing(context, (options: DemoOptions) => demo(context, options)))
}

function demo(context: CommandContext, { title, admin: name, again }: DemoOptions): Promise<CommandResult> {
  const { io, isJson } = context
  return withServices(context, async (services, config) => {
    const admin = await adminOf(services, config, name)
    if (!again) await requireFirst(services, admin, title)
    const made = await makeDemo(
      services,
      { admin, title },
      (what) => isJson || io.stderr.write(`  … ${what}\n`),
    )
    const linkTo: LinkTo = ({ spaceId, changeRequestId: id, number }) =>
      services.links.changeRequest(made.company.organization.id, spaceId, { id, number }).app
    const token = name === undefined ? firstToken(config) : undefined
    const lines = [
      ...summaryOf(made, admin, linkTo),
      '',
      (await isQuireThere(config))
        ? 'Look at it:'
        : 'Start the service in another terminal with npx quire serve, then try the API:',
      '',
      `  API=${config.publicUrl}/v1`,
      `  TOKEN=${token ?? tokenOf(admin)}`,
      ...questionsTo(made),
    ]
    return { result: resultOf(made, admin, config, linkTo), lines }
  })
}

/** On a new installation there is nobody yet; then the administrator is made as the first start would. */
async function adminOf(services: OpenServices, config: Config, name?: string): Promise<UserRow> {
  if (name !== undefined) return services.asSystem((ctx) => namedUser(ctx, name))
  await provideAdministrator(services, config)
  const administrator = await findAdministrator(services.database.db)
  if (!administrator) throw new Error('There is no administrator yet: name a user with --admin')
  return administrator
}

async function requireFirst(services: OpenServices, { id, email }: UserRow, title: string) {
  const { rows } = await listOrganizationsOf(services.database.db, { id, closedTo: [] }, { limit: 1000 })
  const earlier = rows.find((row) => row.title === title)
  if (earlier)
    throw conflict(
      `${email} already has an organization "${title}", id ${earlier.id}: add --again to create a second one, or choose another --title`,
      { organization: earlier.id },
    )
}

type LinkTo = (proposal: DemoChangeRequest) => string

function resultOf(
  { company, library, proposals, sites }: Demo,
  admin: UserRow,
  config: Config,
  linkTo: LinkTo,
) {
  const { organization, team, people } = company
  const { merged, draft, reviewed, torn } = proposals
  return {
    organization,
    admin: admin.id,
    team,
    members: people,
    collections: library.collections,
    spaces: Object.values(library.spaces).map(({ name, id, title, pages }) => ({ name, id, title, pages })),
    sites,
    changeRequests: {
      merged: { ...merged, url: linkTo(merged) },
      draft: { ...draft, url: linkTo(draft) },
      underReview: { ...reviewed, url: linkTo(reviewed) },
      inConflict: { ...torn, url: linkTo(torn) },
    },
    url: config.publicUrl,
  }
}

function summaryOf({ company, library, proposals, sites }: Demo, admin: UserRow, linkTo: LinkTo) {
  const { organization, people } = company
  const { torn, reviewed, draft, merged } = proposals
  const told: [string, DemoChangeRequest][] = [
    [`${torn.number} of the Handbook, in conflict: ${torn.conflicts} things to resolve on "Time off"`, torn],
    [`${reviewed.number} of the Product guide, under review`, reviewed],
    [`${draft.number} of the Handbook, a draft`, draft],
    [`${merged.number} of the Handbook, merged`, merged],
  ]
  const spaces = Object.values(library.spaces).map(({ title, id, pages }) => [title, id, String(pages)])
  return [
    `"${organization.title}" is ready, id ${organization.id}, with ${admin.email} as its admin and ${people.length} members.`,
    '',
    ...table(['SPACE', 'ID', 'PAGES'], spaces).map((line) => `  ${line}`),
    '',
    'Sites to open in a browser:',
    ...sites.flatMap(({ title, addresses }) => [
      '',
      ...addresses.flatMap(({ who, url }) => [`  ${title}, as ${who}`, `    ${url}`]),
    ]),
    '',
    'Change requests to open in a browser, signed in with the token below:',
    '',
    ...told.flatMap(([what, proposal]) => [`  ${what}`, `    ${linkTo(proposal)}`]),
  ]
}

/** To paste: the pages, one of them as a document, a search, the conflicts, the comments. */
function questionsTo({ company, library, proposals }: Demo) {
  const { handbook, gallery } = library.spaces
  return [
    `/spaces/${handbook.id}/content/pages`,
    `/spaces/${gallery.id}/content/path/blocks%2Flayout?format=document`,
    `/orgs/${company.organization.id}/search?query=holiday`,
    `/spaces/${handbook.id}/change-requests/${proposals.torn.number}/conflicts`,
    `/spaces/${handbook.id}/comments`,
  ].map((path) => `  curl -sS -H "Authorization: Bearer $TOKEN" "$API${path}"`)
}

/** Where the shell finds the token of the first administrator. */
function firstToken({ adminToken, dataFolder }: Config) {
  if (adminToken) return '$QUIRE_ADMIN_TOKEN'
  const file = tokenFileIn(dataFolder)
  if (existsSync(file)) return `$(cat '${relative('', file).replaceAll("'", "'\\''")}')`
}

function tokenOf({ id }: UserRow) {
  return `$(npx quire token create --user ${id} --label demo --expires-in 1d | head -1)`
}
