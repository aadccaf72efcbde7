-- What an export pushes, noted before it does: should the service stop before it has written down that it did, the next
-- start knows the commit as its own.
alter table git_operations add column pushing jsonb;
