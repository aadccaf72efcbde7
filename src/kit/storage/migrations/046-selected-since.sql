-- Since when an installation is on all spaces or sites of its organization: it is not told what happened there before.
alter table integration_installations
  add column all_spaces_since timestamptz,
  add column all_sites_since timestamptz;
update integration_installations set
  all_spaces_since = case space_selection when 'all' then created_at end,
  all_sites_since = case site_selection when 'all' then created_at end;
