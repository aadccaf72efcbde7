-- Scripts that organizations publish and others install. A name belongs to whoever published it first.
create table integrations (
  name text collate "C" primary key,
  organization_id text not null references organizations on delete cascade,
  version integer not null,
  -- Where its author runs it while working on it, and whether for all installations or only for those of the owner.
  dev_url text,
  is_dev_for_all boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index integrations_by_organization on integrations (organization_id);

-- What was published, each time. Never changes.
create table integration_versions (
  integration text collate "C" not null references integrations on delete cascade,
  version integer not null,
  manifest jsonb not null,
  -- Blobs.
  script text collate "C" not null,
  icon text collate "C",
  previews text[] collate "C" not null default '{}',
  -- Sealed.
  secrets text not null,
  published_by text references users on delete set null,
  created_at timestamptz not null,
  primary key (integration, version)
);

-- Where one is installed: once in an organization, and there on spaces and sites.
create table integration_installations (
  id text collate "C" primary key,
  integration text collate "C" not null references integrations on delete cascade,
  organization_id text not null references organizations on delete cascade,
  status text not null,
  space_selection text not null default 'selected',
  site_selection text not null default 'selected',
  configuration jsonb not null default '{}',
  external_ids text[] not null default '{}',
  installed_by text references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (integration, organization_id)
);
create index integration_installations_by_organization on integration_installations (organization_id);

create table integration_placements (
  installation_id text collate "C" not null references integration_installations on delete cascade,
  -- One of the two.
  space_id text references spaces on delete cascade,
  site_id text references sites on delete cascade,
  status text not null,
  configuration jsonb not null default '{}',
  external_ids text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((space_id is null) <> (site_id is null))
);
create unique index integration_placements_by_space on integration_placements (space_id, installation_id) where space_id is not null;
create unique index integration_placements_by_site on integration_placements (site_id, installation_id) where site_id is not null;
create index integration_placements_by_installation on integration_placements (installation_id);

-- What scripts were told, and how that went.
create table integration_deliveries (
  id text collate "C" primary key,
  integration text collate "C" not null references integrations on delete cascade,
  installation_id text collate "C" references integration_installations on delete cascade,
  payload jsonb not null,
  status text not null,
  logs jsonb not null default '[]',
  created_at timestamptz not null
);
create index integration_deliveries_by_integration on integration_deliveries (integration, id);
create index integration_deliveries_by_age on integration_deliveries (created_at);
