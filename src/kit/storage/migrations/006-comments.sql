-- What people say about a space, or about a change request of it.
create table comments (
  space_id text not null references spaces on delete cascade,
  id text not null,
  -- Null is about the space itself.
  change_request_id text,
  review_id text references change_request_reviews on delete set null,
  -- The content as it was when somebody commented on it.
  revision_id text not null,
  page_id text,
  -- What the page was called then, for when it is gone.
  page jsonb,
  -- The hash of its text then: another one may mean that what was commented on is gone.
  page_body text collate "C",
  node_id text,
  node_preview text,
  table_cell jsonb,
  -- Markdown.
  body text not null,
  posted_by text references users on delete set null,
  posted_at timestamptz not null,
  edited_at timestamptz,
  -- Null is open.
  resolved_at timestamptz,
  resolved_by text references users on delete set null,
  primary key (space_id, id),
  foreign key (space_id, change_request_id) references change_requests (space_id, id) on delete cascade
);
create index comments_of_space on comments (space_id, id) where change_request_id is null;
create index comments_of_change_request on comments (space_id, change_request_id, id)
  where change_request_id is not null;
create index comments_of_page on comments (space_id, page_id, id) where page_id is not null;
create index comments_of_review on comments (review_id) where review_id is not null;
create index comments_by_author on comments (space_id, posted_by);

create table comment_replies (
  space_id text not null,
  comment_id text not null,
  id text not null,
  body text not null,
  posted_by text references users on delete set null,
  posted_at timestamptz not null,
  edited_at timestamptz,
  primary key (space_id, comment_id, id),
  foreign key (space_id, comment_id) references comments (space_id, id) on delete cascade
);
create index comment_replies_by_author on comment_replies (space_id, posted_by);

create table comment_reactions (
  space_id text not null,
  comment_id text not null,
  -- Null is about the comment itself.
  reply_id text,
  -- Later ones sort after earlier ones.
  id text not null,
  user_id text not null references users on delete cascade,
  -- As it was given; two ways to write the same emoji have the same code.
  emoji text not null,
  code text not null,
  reacted_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, comment_id) references comments (space_id, id) on delete cascade,
  foreign key (space_id, comment_id, reply_id) references comment_replies (space_id, comment_id, id)
    on delete cascade
);
create unique index reactions_to_comment on comment_reactions (space_id, comment_id, code, user_id)
  where reply_id is null;
create unique index reactions_to_reply on comment_reactions (space_id, comment_id, reply_id, code, user_id)
  where reply_id is not null;
