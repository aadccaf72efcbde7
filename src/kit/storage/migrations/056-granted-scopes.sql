-- What an installation may do is what somebody approved for it, not what the last version of its integration asks for.
-- Those that exist have what they had until now.
alter table integration_installations add column scopes text[] not null default '{}';
update integration_installations installed set scopes = array(
  select jsonb_array_elements_text(version.manifest->'scopes')
  from integrations
  join integration_versions version
    on version.integration = integrations.name and version.version = integrations.version
  where integrations.name = installed.integration
);
alter table integration_installations alter column scopes drop default;
