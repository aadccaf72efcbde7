-- Whether members need a second factor to be let in by a browser.
alter table organizations add column requires_second_factor boolean not null default false;
