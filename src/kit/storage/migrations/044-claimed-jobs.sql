-- Which process works on which job, so that those of one that is gone are taken up by another. A process has a number,
-- and its connection a lock of that number, which the database gives back when the process ends, however it ends.
create sequence job_processes as integer cycle;
create table claimed_jobs (
  id uuid primary key,
  name text not null,
  process integer not null,
  claimed_at timestamptz not null
);
