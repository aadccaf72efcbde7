import { sql } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'

export type NamedRow = { id: string; name: string; isInTrash: boolean }

/**
 * What things of an organization are called, whatever they are. Each table is asked for this organization only: events
 * also name what was never in it, or has left it. Of a webhook without a description the host: the rest of its address
 * may be a secret.
 */
export const listNames = prepared<{ organizationId: string; ids: string[] }, NamedRow>(
  (_db, { organizationId, ids }) => sql`
    with ids as materialized (select distinct id from unnest(${ids}::text[]) id),
      organization as materialized (select id, title from organizations where id = ${organizationId}::text)
    select named.id, named.name, coalesce(named.is_in_trash, false) as is_in_trash from (
      select id, title as name, false as is_in_trash from organization where id in (select id from ids)
      union all
      select spaces.id, spaces.title, spaces.deleted_at is not null
        from ids join spaces using (id) join organization on organization.id = spaces.organization_id
      union all
      select requests.id, requests.subject, spaces.deleted_at is not null
        from ids join change_requests requests using (id) join spaces on spaces.id = requests.space_id
        join organization on organization.id = spaces.organization_id
      union all
      select links.id, links.name, false
        from ids join share_links links using (id) join sites on sites.id = links.site_id
        join organization on organization.id = sites.organization_id
      union all
      select users.id, coalesce(nullif(users.display_name, ''), users.email), false
        from ids join users using (id) join members on members.user_id = users.id
        join organization on organization.id = members.organization_id
      union all
      select tokens.id, tokens.label, false
        from ids join api_tokens tokens using (id) join refused_tokens refused on refused.token_id = tokens.id
        join organization on organization.id = refused.organization_id
      union all
      select installed.id, coalesce(versions.manifest::jsonb->>'title', installed.integration), false
        from ids join integration_installations installed using (id)
        join organization on organization.id = installed.organization_id
        join integrations on integrations.name = installed.integration
        left join integration_versions versions
          on versions.integration = integrations.name and versions.version = integrations.version
      union all
      select integrations.name, coalesce(versions.manifest::jsonb->>'title', integrations.name), false
        from ids join integrations on integrations.name = ids.id
        join organization on organization.id = integrations.organization_id
        left join integration_versions versions
          on versions.integration = integrations.name and versions.version = integrations.version
      union all
      select id, name, false from ids join (
        select id, title as name, organization_id from collections
        union all select id, title, organization_id from teams
        union all select id, title, organization_id from sites
        union all select id, title, organization_id from translations
        union all select id, slug, organization_id from openapi_specs
        union all select id, family, organization_id from custom_fonts
        union all select id, label, organization_id from sso_providers
        union all select id, label, organization_id from scim_tokens
        union all select id, coalesce(nullif(description, ''), substring(url from '^[a-z]+://(?:[^/?#]*@)?([^/?#]+)')),
          organization_id from webhooks
      ) things using (id) where things.organization_id = ${organizationId}::text
    ) named where named.name is not null`,
)
