-- Which branch of which repository the space agreed with: elsewhere the agreement says nothing.
alter table git_syncs add column url text not null default '';
alter table git_syncs add column ref text not null default '';

-- How often an operation was begun; one that never comes to its end is given up.
alter table git_operations add column attempts int not null default 0;
