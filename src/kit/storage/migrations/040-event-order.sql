-- Which request an event came from, what it is mostly about, and its place in the one order in which events are
-- handed on. `position` is the order of writing; transactions commit in another one, so `sequence` is given to events
-- afterwards, to those that are committed, by one transaction at a time: who has read up to a number misses nothing.
alter table events
  add column request_id text,
  add column resource text,
  add column position bigint generated always as identity,
  add column sequence bigint;

create sequence event_sequence;

-- What happened before is handed on to nobody, but has its place.
update events set
  resource = coalesce(payload ->> 'spaceId', payload ->> 'siteId', payload ->> 'specId', payload ->> 'translationId',
    payload ->> 'collectionId', payload ->> 'contentId', payload ->> 'teamId', payload ->> 'userId', organization_id),
  sequence = placed.place
from (select id, row_number() over (order by id) as place from events) placed
where placed.id = events.id;
select setval('event_sequence', greatest(1, (select count(*) from events)));

create index events_unsettled on events (position) where sequence is null;
create index events_settled on events (organization_id, sequence) where sequence is not null;
-- For those that are kept long enough.
create index events_by_time on events (created_at);
