-- What changed from one version of a specification to the next, as readers of sites see it. It follows from the two, and
-- takes seconds to work out: whoever needs it first keeps it.
create table openapi_spec_changes (
  version_id text primary key references openapi_spec_versions on delete cascade,
  -- The version before; none of the first.
  since text,
  changes text not null
);
