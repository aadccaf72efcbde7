-- A site publishes spaces: side by side, or arranged in sections, which may stand in groups.
create table sites (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  type text not null default 'basic',
  title text not null,
  -- The name in its address; one installation has each once, whatever the case.
  basename text not null,
  hostname text constraint sites_hostname_key unique,
  proxy text,
  visibility text not null default 'public'
    check (visibility in ('public', 'unlisted', 'share-link', 'visitor-auth')),
  is_published boolean not null default false,
  has_adaptive_content boolean not null default false,
  agents_context text not null default 'included' check (agents_context in ('excluded', 'included')),
  -- What readers see first, where somebody chose; else it is the first one. So there is always exactly one.
  default_section_id text,
  default_site_space_id text,
  created_at timestamptz not null
);
create unique index sites_basename_key on sites (lower(basename));
create index sites_of_organization on sites (organization_id, id);

-- Groups and sections of one level are ordered among each other.
create table site_section_groups (
  id text primary key,
  site_id text not null references sites on delete cascade,
  parent_id text references site_section_groups on delete set null,
  title text not null,
  icon text,
  position text collate "C" not null
);
create index site_section_groups_of_site on site_section_groups (site_id, position);

create table site_sections (
  id text primary key,
  site_id text not null references sites on delete cascade,
  group_id text references site_section_groups on delete set null,
  title text not null,
  description text,
  icon text,
  path text not null,
  condition text,
  default_site_space_id text,
  position text collate "C" not null,
  constraint site_sections_path_key unique (site_id, path)
);

create table site_spaces (
  id text primary key,
  site_id text not null references sites on delete cascade,
  -- Null in a site without sections.
  section_id text references site_sections on delete cascade,
  space_id text not null references spaces on delete cascade,
  path text not null,
  condition text,
  position text collate "C" not null,
  constraint site_spaces_path_key unique nulls not distinct (site_id, section_id, path),
  constraint site_spaces_space_key unique (site_id, space_id)
);
create index site_spaces_of_space on site_spaces (space_id);
create index site_spaces_of_section on site_spaces (section_id);

alter table sites
  add foreign key (default_section_id) references site_sections on delete set null,
  add foreign key (default_site_space_id) references site_spaces on delete set null;
alter table site_sections
  add foreign key (default_site_space_id) references site_spaces on delete set null;
