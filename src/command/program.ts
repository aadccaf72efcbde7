import { Command, CommanderError } from 'commander'
import { VERSION } from '../world/version.ts'
import { addBackup } from './backups/backup.ts'
import { addRestore } from './backups/restore.ts'
import type { CommandContext, CommandResult, Environment, Io } from './context.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addEvents } from './events.ts'
import { addExport } from './export.ts'
import { addGit } from './git.ts'
import { addImport } from './import.ts'
import { addJobs } from './jobs.ts'
import { addMigrate } from './migrate.ts'
import { addOrganizations } from './people/org.ts'
import { addSetup } from './people/setup.ts'
import { addTokens } from './people/token.ts'
import { addUsers } from './people/user.ts'
import { addAnswerRequests } from './process/answer-requests.ts'
import { addRunJob } from './process/run-job.ts'
import { addPublish } from './publish.ts'
import { addServe } from './serve.ts'
import { withSettingsFiles } from './settings/settings-files.ts'
import { addSpaces } from './space.ts'
import { explainFailure, type Failure } from './terminal/failures.ts'
import { addTranslations } from './translations.ts'

const AFTER_HELP = `
Exit codes:
  0  done
  1  failed, or a check found a problem
  2  wrong usage or settings

Examples:
  $ quire serve
  $ quire setup
  $ quire user create --email maria@example.org --name Maria
  $ quire token create --user maria@example.org --label laptop --expires-in 30d
  $ quire org create --title "Example Docs" --admin maria@example.org
  $ quire demo
  $ quire git import 7zq… --url https://git.example.org/team/docs.git
  $ quire export 7zq… --to handbook.zip
  $ quire import handbook.zip --org 5kd…
  $ quire translations export 7zq… --language de
  $ quire events export > events.jsonl
  $ quire backup quire.tar.gz
  $ quire doctor

Settings, from the environment:
  HOST, PORT                   where to listen; 127.0.0.1 and 4000
  QUIRE_DATA_DIR               the data folder; ./data
  QUIRE_DATABASE_URL           a PostgreSQL server to use instead of the embedded one
  QUIRE_DATABASE_DIRECT_URL    the server itself, where that address is a pooler such as PgBouncer; none
  QUIRE_DATABASE_REPLICA_URL   a replica of it, for readers of sites; none
  QUIRE_BLOBS_URL              where files are stored: file:///folder or s3://…; blobs in the data folder
  QUIRE_PUBLIC_URL             the public URL of the service
  QUIRE_ADMIN_TOKEN            an API token of your choice for the administrator
  QUIRE_ALLOW_PRIVATE_NETWORK  on: allow requests to private addresses; off
  QUIRE_GIT_SSH_KEY            a key file, needed for Git over ssh
  QUIRE_GIT_LOCAL_PATHS        on: allow repositories in folders of this machine; off
  QUIRE_SECRET_KEY             encrypts stored credentials; a key in the data folder
  QUIRE_RATE_LIMIT             requests per minute for each token, or off; 1000
  QUIRE_SHARED_CACHE_SECONDS   how long a CDN may answer with public pages by itself; not at all
  QUIRE_INSIGHTS_DAYS          days to keep site statistics; 400
  QUIRE_EVENTS_DAYS            days to keep events, the audit log; 365
  QUIRE_BACKUP_DIR             a folder for a backup a day; none
  QUIRE_BACKUP_KEEP            how many of them are kept; 7
  QUIRE_TRANSLATION_PROVIDER_URL, QUIRE_TRANSLATION_PROVIDER_TOKEN
                               the URL and token of a translation provider; none
  QUIRE_SMTP_URL               the mail server: smtp://user:password@host:587, or smtps://; no e-mail
  QUIRE_MAIL_FROM              the sender of e-mail; Quire <no-reply@host of the public URL>
  QUIRE_SIGN_IN_METHODS        how people may sign in, of password, link, passkey, oidc, saml and token; all
  QUIRE_OIDC_PROVIDERS         OpenID Connect providers to sign in with, as JSON; none
  QUIRE_REQUIRE_SECOND_FACTOR  on: everybody needs an authenticator app or a passkey; off
  QUIRE_BREACHED_PASSWORDS_URL a service that knows breached passwords by parts of hashes; none
  QUIRE_LOG_LEVEL              trace, debug, info, warn, error, fatal or silent; info
  QUIRE_TRUST_PROXY            on, or the addresses of the reverse proxies; off
  OTEL_EXPORTER_OTLP_ENDPOINT  where traces are sent, beside the other variables of OpenTelemetry; nowhere

Settings also come from a file of NAME=value lines that QUIRE_SETTINGS_FILE names, and each from a file of its own: QUIRE_SMTP_URL_FILE has QUIRE_SMTP_URL.

All commands work with or without a running server.`

/** Runs one command of the command line; resolves to the exit code. */
export async function runProgram(
  argv: string[],
  environment: Environment,
  io: Io = process,
): Promise<number> {
  const isJson = argv.includes('--json')
  let code = 0
  function finish(outcome: CommandResult) {
    code = outcome.code ?? 0
    const text = isJson ? JSON.stringify(outcome.result) : outcome.lines.join('\n')
    io.stdout.write(`${text}\n`)
  }
  try {
    const settings = withSettingsFiles(environment)
    await describeProgram({ environment: settings, io, isJson, finish }).parseAsync(argv)
    return code
  } catch (error) {
    const failure = explainFailure(error, environment)
    const isTold = error instanceof CommanderError && !isJson
    if (failure.code !== 0 && !isTold) io.stderr.write(`${isJson ? asJson(failure) : asText(failure)}\n`)
    return failure.code
  }
}

function describeProgram(context: CommandContext) {
  const { io, isJson } = context
  const program = new Command('quire')
    .description('Quire: self-hosted documentation publishing.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('See quire --help, or quire <command> --help.')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // A program reads one object there, see asJson.
      writeErr: (text) => isJson || io.stderr.write(text),
    })
    .addHelpText('after', AFTER_HELP)
  const commands = [
    addServe,
    addSetup,
    addUsers,
    addTokens,
    addOrganizations,
    addSpaces,
    addGit,
    addExport,
    addImport,
    addPublish,
    addTranslations,
    addDemo,
    addBackup,
    addRestore,
    addMigrate,
    addJobs,
    addEvents,
    addRunJob,
    addAnswerRequests,
    addDoctor,
  ]
  for (const add of commands) add(program, context)
  return program
}

function asJson({ message, causes, stack }: Failure) {
  return JSON.stringify({ error: { message, causes: causes.length > 0 ? causes : undefined, stack } })
}

function asText({ message, causes, stack }: Failure) {
  return [message, ...causes.map((cause) => `  because: ${cause}`), ...(stack ? ['', stack] : [])].join('\n')
}
