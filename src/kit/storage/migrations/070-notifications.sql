-- What people are told. One row for a person and a matter, such as a change request: it grows with what happens there.
create table notifications (
  id text primary key,
  user_id text not null references users on delete cascade,
  -- The matter, as in change-request/<id>.
  thread text not null,
  organization_id text not null references organizations on delete cascade,
  space_id text references spaces on delete cascade,
  change_request_id text,
  -- Whom it is for: readers of the space, members or admins of the organization. Asked again whenever it is shown.
  audience text not null check (audience in ('readers', 'members', 'admins')),
  activities int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null is unread.
  read_at timestamptz,
  archived_at timestamptz,
  unique (user_id, thread),
  foreign key (space_id, change_request_id) references change_requests (space_id, id) on delete cascade
);
create index notifications_of_user on notifications (user_id, updated_at, id);
create index notifications_unread on notifications (user_id) where read_at is null and archived_at is null;
create index notifications_of_organization on notifications (organization_id);
create index notifications_of_change_request on notifications (space_id, change_request_id);
create index notifications_by_age on notifications (updated_at);

create table notification_activities (
  notification_id text not null references notifications on delete cascade,
  event_id text not null,
  reason text not null,
  actor_id text references users on delete set null,
  space_id text,
  comment_id text,
  reply_id text,
  -- What else it is about: a review, an import or export, a webhook.
  subject_id text,
  created_at timestamptz not null,
  -- The batch of mail it waits for: that of its notification, or the digest. Null once it was mailed, or never is.
  batch text,
  mail_due_at timestamptz,
  -- The mail it is part of. Kept, so that nothing is mailed twice.
  mail_id text,
  primary key (notification_id, event_id),
  foreign key (space_id, comment_id) references comments (space_id, id) on delete cascade,
  foreign key (space_id, comment_id, reply_id) references comment_replies (space_id, comment_id, id) on delete cascade
);
create index notification_activities_by_comment on notification_activities (space_id, comment_id, reply_id)
  where comment_id is not null;
create index notification_activities_by_actor on notification_activities (actor_id) where actor_id is not null;
create index notification_activities_waiting on notification_activities (notification_id) where batch is not null;
create index notification_activities_by_mail on notification_activities (mail_id) where batch is not null;

-- Mails to be written: one for a person and a batch, whatever comes meanwhile.
create table notification_mails (
  id text primary key,
  user_id text not null references users on delete cascade,
  batch text not null,
  due_at timestamptz not null,
  claimed_until timestamptz,
  attempts int not null default 0,
  unique (user_id, batch)
);
create index notification_mails_due on notification_mails (due_at);

-- What people chose; the defaults have no rows.
create table notification_settings (
  user_id text primary key references users on delete cascade,
  level text not null check (level in ('everything', 'concerning-me', 'nothing')),
  delivery text not null check (delivery in ('immediately', 'hourly', 'daily', 'inbox')),
  mail_administration boolean not null
);
create index notification_settings_everything on notification_settings (user_id) where level = 'everything';

create table space_notification_settings (
  user_id text not null references users on delete cascade,
  space_id text not null references spaces on delete cascade,
  -- Null is as everywhere else.
  level text check (level in ('everything', 'concerning-me', 'nothing')),
  delivery text check (delivery in ('immediately', 'hourly', 'daily', 'inbox')),
  primary key (user_id, space_id)
);
create index space_notification_settings_of_space on space_notification_settings (space_id);

-- What somebody caused, or was mailed, since the first of it: bounded by the hour.
create table notification_counts (
  user_id text not null references users on delete cascade,
  -- acts or mails
  what text not null,
  began_at timestamptz not null,
  count int not null,
  primary key (user_id, what)
);
create index notification_counts_by_age on notification_counts (began_at);
