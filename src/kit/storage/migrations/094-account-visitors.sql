-- Visitors of a site may sign in with their account here.
alter table site_publishing_auth drop constraint site_publishing_auth_backend_check;
alter table site_publishing_auth
  add constraint site_publishing_auth_backend_check check (backend in ('custom', 'integration', 'account'));
-- Whether guests of the organization are let in too.
alter table site_publishing_auth add column admits_guests boolean not null default false;
