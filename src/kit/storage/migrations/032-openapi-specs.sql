-- Descriptions of APIs that an organization keeps, each from an address or from a text that was sent.
create table openapi_specs (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  slug text collate "C" not null,
  -- One of the two; the text is a blob.
  source_url text,
  source_text text collate "C",
  -- Goes up with every source that is given, so that the outcome of an earlier one is not taken for that of this.
  source_number integer not null default 1,
  visibility text not null default 'private',
  processing_state text not null default 'pending',
  last_version_id text,
  last_processed_at timestamptz,
  error_code text,
  errors jsonb not null default '[]',
  -- What the address said of what it last gave, to ask whether there is anything new.
  etag text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, slug),
  check ((source_url is null) <> (source_text is null))
);
create index openapi_specs_by_processing on openapi_specs (last_processed_at) where source_url is not null;
create index openapi_specs_by_text on openapi_specs (source_text) where source_text is not null;

-- What a description said at a time. Never changes, but for how its document is written.
create table openapi_spec_versions (
  id text collate "C" primary key,
  spec_id text not null references openapi_specs on delete cascade,
  created_at timestamptz not null,
  -- Where it came from, if from an address.
  source_url text,
  -- Blobs: the files as they were read, and one document of all of them in one form.
  filesystem text collate "C" not null,
  document text collate "C" not null
);
create index openapi_spec_versions_by_spec on openapi_spec_versions (spec_id, id);
create index openapi_spec_versions_by_filesystem on openapi_spec_versions (filesystem);
create index openapi_spec_versions_by_document on openapi_spec_versions (document);
