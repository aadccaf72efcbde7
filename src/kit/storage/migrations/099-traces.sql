-- The trace that a job goes on with: that of the request which sent it, or which an event tells of.
alter table jobs add column traceparent text;
alter table events add column traceparent text;
