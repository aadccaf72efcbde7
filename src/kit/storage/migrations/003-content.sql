-- What revisions are made of: nodes addressed by the hash of what they hold, shared between revisions and spaces.
create table nodes (
  hash text collate "C" primary key,
  bytes bytea not null,
  -- Nodes and blobs below this one, so that a sweep can follow them.
  refs text[] collate "C" not null default '{}',
  -- When somebody last wrote it: a sweep leaves alone what is fresh.
  kept_at timestamptz not null
);

-- A revision never changes. Those of a space form a chain, those of a change request one that starts there.
create table revisions (
  id text primary key,
  space_id text not null references spaces on delete cascade,
  -- The hash of its root; null holds nothing.
  root text collate "C",
  type text not null check (type in ('edits', 'merge', 'rollback', 'update', 'computed')),
  parents text[] not null default '{}',
  -- Whose chain it belongs to, or what it merged.
  change_request_id text,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  git jsonb
);
create index revisions_of_space on revisions (space_id, id);

-- Spaces that were there before had an empty revision that nobody could read.
insert into revisions (id, space_id, type, created_at)
select revision_id, id, 'edits', created_at from spaces;
alter table spaces add foreign key (revision_id) references revisions (id) deferrable initially deferred,
  -- The address of a picture.
  add column icon text,
  -- The number that was given to the last change request.
  add column last_change_request int not null default 0;
create index spaces_by_revision on spaces (revision_id);

create table change_requests (
  id text primary key,
  organization_id text not null,
  space_id text not null,
  number int not null,
  status text not null check (status in ('draft', 'open', 'archived', 'merged')),
  subject text not null,
  description jsonb,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revision_id text not null references revisions,
  -- The revision of the space it was opened on.
  revision_initial text not null references revisions,
  -- The latest revision of the space whose content it has.
  revision_ancestor text not null references revisions,
  revision_merged text references revisions,
  comments int not null default 0,
  unique (space_id, number),
  unique (space_id, id),
  foreign key (organization_id, space_id) references spaces (organization_id, id) on update cascade on delete cascade
);
create index change_requests_of_organization on change_requests (organization_id, status, id);
-- For the day a space goes for good: each of its revisions is looked for in all of these.
create index change_requests_by_revision on change_requests (revision_id);
create index change_requests_by_revision_initial on change_requests (revision_initial);
create index change_requests_by_revision_ancestor on change_requests (revision_ancestor);
create index change_requests_by_revision_merged on change_requests (revision_merged) where revision_merged is not null;

-- What could not be merged by an update, until somebody edits or chooses.
create table change_request_conflicts (
  space_id text not null,
  change_request_id text not null,
  kind text not null,
  subject_id text not null,
  field text not null,
  base jsonb,
  ours jsonb,
  theirs jsonb,
  created_at timestamptz not null,
  primary key (change_request_id, kind, subject_id, field),
  foreign key (space_id, change_request_id) references change_requests (space_id, id) on delete cascade
);

create table change_request_contributors (
  space_id text not null,
  change_request_id text not null,
  user_id text not null references users on delete cascade,
  action text not null check (action in ('edit', 'comment')),
  count int not null,
  updated_at timestamptz not null,
  primary key (change_request_id, user_id, action),
  foreign key (space_id, change_request_id) references change_requests (space_id, id) on delete cascade
);
create index change_requests_by_contributor on change_request_contributors (user_id, change_request_id);

create table change_request_reviewers (
  space_id text not null,
  change_request_id text not null,
  user_id text not null references users on delete cascade,
  revision_id text not null,
  requested_by text references users on delete set null,
  created_at timestamptz not null,
  primary key (change_request_id, user_id),
  foreign key (space_id, change_request_id) references change_requests (space_id, id) on delete cascade
);

create table change_request_reviews (
  id text primary key,
  space_id text not null,
  change_request_id text not null,
  reviewer_id text not null references users on delete cascade,
  requested_by text references users on delete set null,
  revision_id text not null,
  status text not null check (status in ('changes-requested', 'approved')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (space_id, change_request_id) references change_requests (space_id, id) on delete cascade
);
create index reviews_of_change_request on change_request_reviews (change_request_id, id);
