-- What is translated from which space into which languages.
create table translations (
  id text collate "C" primary key,
  organization_id text not null references organizations on delete cascade,
  title text not null,
  source_space_id text references spaces on delete set null,
  source_language text,
  -- What providers are told beside the units.
  instructions jsonb not null default '{}',
  -- The last run of the provider: when it was asked for, how far it is, and why it failed.
  run_state text check (run_state in ('pending', 'running', 'completed', 'failed')),
  run_started_at timestamptz,
  run_failure text,
  run_units integer not null default 0,
  run_done integer not null default 0,
  stats jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index translations_of_organization on translations (organization_id, id);
create index translations_by_source on translations (source_space_id);

create table translation_languages (
  translation_id text not null references translations on delete cascade,
  language text not null,
  -- Its place among the languages; null for one that is not translated into any more, whose units are kept.
  place integer,
  -- The translated space.
  space_id text references spaces on delete set null,
  -- The revision of the source that the space was written for.
  source_revision_id text,
  -- What the translations alone came to, a revision of the translated space, and its head behind our last writing: where
  -- the head is another one by now, people have edited it.
  built_revision_id text,
  head_revision_id text,
  primary key (translation_id, language)
);
create index translation_languages_by_space on translation_languages (space_id);

-- The memory: what units were translated to. A unit is named by its page and the hash of what it says, so that a
-- translation is found again wherever the unit has moved, and whenever the source goes back to it.
create table translation_units (
  translation_id text not null,
  language text not null,
  page_id text collate "C" not null,
  key text collate "C" not null,
  -- What the translation was made for: of an outdated one, what the source said before.
  source text not null,
  target text not null,
  is_outdated boolean not null,
  origin text not null check (origin in ('person', 'import', 'provider', 'edit')),
  made_by text references users on delete set null,
  made_at timestamptz not null,
  -- Whether the translated space says it.
  is_written boolean not null default false,
  primary key (translation_id, language, page_id, key),
  foreign key (translation_id, language) references translation_languages on delete cascade
);
create index translation_units_unwritten on translation_units (translation_id, language) where not is_written;

-- The units of texts, by their hash. They follow from the text alone: what is gone is read again.
create table translation_texts (
  body text collate "C" primary key,
  units jsonb not null,
  read_at timestamptz not null
);
create index translation_texts_by_time on translation_texts (read_at);

create table glossary_entries (
  id text collate "C" primary key,
  organization_id text not null references organizations on delete cascade,
  translations jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index glossary_entries_of_organization on glossary_entries (organization_id, id);
