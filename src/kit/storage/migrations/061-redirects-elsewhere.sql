-- Redirects also lead to addresses elsewhere.
alter table site_redirects add column url text;
alter table site_redirects drop constraint site_redirects_check;
alter table site_redirects add constraint site_redirects_check check (
  num_nonnulls(section_id, site_space_id, url) = 1 and (page_id is null or site_space_id is not null)
);
