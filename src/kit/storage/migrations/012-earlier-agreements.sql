-- Agreements from before branches were told apart have the branch of the operation that reached them.
update git_syncs sync
set url = operation.request ->> 'url', ref = operation.request ->> 'ref'
from (
  select distinct on (space_id, commit_id) space_id, commit_id, request
  from git_operations
  where state = 'success'
  order by space_id, commit_id, completed_at desc
) operation
where sync.url = '' and operation.space_id = sync.space_id and operation.commit_id = sync.commit_id;

-- When it failed: after a while it is tried again.
alter table pdfs add column if not exists failed_at timestamptz;
update pdfs set failed_at = asked_at where failure is not null and failed_at is null;
