-- Links in the navigation of a site that lead elsewhere, ordered among the groups and sections of their level.
create table site_external_links (
  id text primary key,
  site_id text not null references sites on delete cascade,
  group_id text references site_section_groups on delete set null,
  title text not null,
  description text,
  icon text,
  url text not null,
  condition text,
  position text collate "C" not null
);
create index site_external_links_of_site on site_external_links (site_id, position);
