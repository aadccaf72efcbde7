// Whatever grows is pruned, or somebody can say why not: docs/manual/operate/kept.md tells operators.
import { describe, expect, it } from 'vitest'
import { forgetFailedJobs } from '../../src/rooms/operations/system/jobs.ts'
import { runJob } from '../../src/services.ts'
import { buildTestServices, furnish } from '../services.ts'

/** Deleted by a job of the timetable. */
const PRUNED: Record<string, string> = {
  blob_marks: 'files.sweep-blobs',
  computed_contents: 'computed.forget',
  email_changes: 'sessions.forget',
  events: 'events.forget',
  git_operations: 'git.forget',
  idempotency_keys: 'idempotency.sweep',
  integration_deliveries: 'integrations.forget-deliveries',
  integration_snapshots: 'integrations.forget-deliveries',
  jobs: 'jobs.forget-failed',
  leases: 'jobs.forget-failed',
  nodes: 'revisions.sweep',
  notification_counts: 'notifications.forget',
  notifications: 'notifications.forget',
  one_time_links: 'sessions.forget',
  pdfs: 'pdf.forget',
  saml_assertions: 'saml.forget_assertions',
  sessions: 'sessions.forget',
  sign_in_attempts: 'sessions.forget',
  site_event_counts: 'insights.forget',
  site_missing_pages: 'insights.forget',
  site_script_blocks: 'integrations.forget-blocked',
  translation_texts: 'translations.forget',
  uploads: 'files.forget-uploads',
  webhook_deliveries: 'webhooks.forget',
  written_texts: 'sites.forget-written-texts',
}

/** Goes with what it belongs to, by a reference that cascades. */
const WITH_ITS_OWNER = [
  'change_request_conflicts change_request_contributors change_request_reviewers change_request_reviews',
  'change_requests comment_reactions comment_replies comments computed_sources custom_font_faces custom_fonts',
  'file_sums former_place_indexes former_places git_syncs glossary_entries grants history_indexes history_pages history_steps identities',
  'integration_installations',
  'integration_placements integration_versions integrations invite_links link_indexes members notification_activities',
  'notification_mails notification_settings openapi_spec_changes openapi_specs organization_images page_links passkeys',
  'passwords recovery_codes refused_tokens revisions scim_groups scim_tokens scim_users search_indexes search_parts search_sections',
  'search_specs search_word_changes search_words share_links site_adaptive_schemas site_customizations',
  'site_external_links site_hostname_checks site_publishing_auth site_redirects site_script_allowances',
  'site_section_groups site_sections site_space_customizations site_spaces sites space_notification_settings',
  'space_sources spaces sso_members sso_providers sso_sessions sso_tokens team_members teams totp_secrets',
  'translation_languages translation_units translations waiting_script_events webhooks api_tokens collections',
].flatMap((names) => names.split(' '))

/** Cannot grow, or is what an operator keeps. */
const BOUNDED: Record<string, string> = {
  instance_settings: 'a row for each setting',
  openapi_spec_versions: 'the newest of each description, deleted when one comes',
  organizations: 'as many as were made',
  presences: 'deleted by those who look, and lost with a crash',
  rate_counts: 'deleted a minute later by those who count',
  recent_pages: 'the last 30 of each person, deleted when one comes',
  scheduled_jobs: 'a row for each job of the timetable',
  schema_migrations: 'a row for each migration',
  users: 'as many as there are',
}

describe('the night', () => {
  it('forgets the leases of processes that died', async () => {
    const built = await buildTestServices()
    const setting = await furnish(built)
    await setting.sql(
      `insert into leases values ('git old', 'gone', now() - interval '2 days'), ('git new', 'here', now())`,
    )
    await runJob(built.services, forgetFailedJobs, {})
    expect((await setting.sql<{ name: string }>('select name from leases')).rows).toEqual([
      { name: 'git new' },
    ])
  })
})

describe('what is kept', () => {
  it('has a rule for every table', async () => {
    const { services } = await buildTestServices()
    const { rows } = await services.database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const known = [...Object.keys(PRUNED), ...WITH_ITS_OWNER, ...Object.keys(BOUNDED)]
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name))
    const timed = new Set(services.jobs.filter(({ at }) => at).map(({ name }) => name))
    expect(Object.values(PRUNED).filter((name) => !timed.has(name))).toEqual([])
  })

  it('goes with its owner where it should: a reference leads to it', async () => {
    const { services } = await buildTestServices()
    const { rows } = await services.database.pool.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`,
    )
    const cascading = new Set(rows.map(({ name }) => name))
    expect(WITH_ITS_OWNER.filter((name) => !cascading.has(name))).toEqual([])
  })
})
