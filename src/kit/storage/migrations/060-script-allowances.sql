-- Which hosts the script of an installation may use on a site, beside those that its integration declares. People decide
-- that: it is no part of the configuration, which scripts write too.
create table site_script_allowances (
  installation_id text collate "C" not null references integration_installations on delete cascade,
  site_id text not null references sites on delete cascade,
  -- 'hosts' or 'everything'.
  mode text not null,
  hosts jsonb not null default '[]',
  updated_by text references users on delete set null,
  updated_at timestamptz not null,
  primary key (installation_id, site_id)
);
create index site_script_allowances_by_site on site_script_allowances (site_id);

-- What browsers of visitors said they blocked. Anybody can say that: it is shown to people, and nothing follows from it.
create table site_script_blocks (
  installation_id text collate "C" not null references integration_installations on delete cascade,
  site_id text not null references sites on delete cascade,
  directive text not null,
  host text collate "C" not null,
  reports integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (installation_id, site_id, directive, host)
);
create index site_script_blocks_by_site on site_script_blocks (site_id);
create index site_script_blocks_by_age on site_script_blocks (last_at);
