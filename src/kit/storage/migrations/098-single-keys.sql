-- Whether letters alone do something on pages of the console: who speaks to their computer switches that off.
alter table users add column has_single_keys boolean not null default true;
