-- Which events name an id, in any field or list of their payload. Only those that are settled: the change that writes an
-- event does not pay for it.
create index events_by_name on events using gin (jsonb_path_query_array(payload, '$.*[*]') jsonb_path_ops)
  where sequence is not null;
