-- What a space and a branch of a repository last agreed on.
create table git_syncs (
  space_id text primary key references spaces on delete cascade,
  -- What the commit holds, as a revision: later changes on either side are told by their difference to it.
  revision_id text not null references revisions on delete cascade,
  commit_id text not null,
  -- Where the space lies in the repository.
  directory text not null,
  -- Of the operation that brought them together; older ones come too late.
  ordered_at timestamptz not null,
  updated_at timestamptz not null
);
create index git_syncs_by_revision on git_syncs (revision_id);

-- As its readers are told: where the repository is. Kept on the space, since it is read with every one of them.
alter table spaces add column git_sync jsonb;

-- Imports and exports: those that wait, the one that runs, and those that are over.
create table git_operations (
  id text collate "C" primary key,
  space_id text not null references spaces on delete cascade,
  direction text not null check (direction in ('import', 'export')),
  state text not null check (state in ('running', 'success', 'failure')),
  stage text not null check (stage in ('repo_fetch', 'config_check', 'content_process', 'finalize')),
  -- As it was asked for, without credentials.
  request jsonb not null,
  -- Sealed credentials; forgotten when it is over.
  secret text,
  tasks int not null default 0,
  tasks_done int not null default 0,
  error text,
  report jsonb,
  revision_id text,
  commit_id text,
  requested_by text references users on delete set null,
  requested_at timestamptz not null,
  ordered_at timestamptz not null,
  started_at timestamptz,
  updated_at timestamptz not null,
  completed_at timestamptz
);
create index git_operations_by_space on git_operations (space_id, id);
create index git_operations_unfinished on git_operations (space_id) where state = 'running';
