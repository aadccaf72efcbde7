-- Where the files of a space lie in its branch: the directory, with the root that its configuration names. Spaces in the
-- same branch link to each other by it. What was agreed on before is told by the next synchronization.
alter table git_syncs add column prefix text;
update git_syncs set prefix = case directory when '' then '' else directory || '/' end;
alter table git_syncs alter column prefix set not null;
-- Exports that were interrupted right behind their push are ended with it too.
update git_operations
  set pushing = pushing || jsonb_build_object('prefix', case request ->> 'directory' when '' then '' else (request ->> 'directory') || '/' end)
  where pushing is not null;
