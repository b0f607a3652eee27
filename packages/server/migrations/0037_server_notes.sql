-- beside: 0.3.0
-- Facts that the operator's commands leave for all nodes of the database, such as maintenance and the newest backup.
create table server_note (
  name text primary key,
  value jsonb not null,
  at timestamptz not null default now()
);

-- The newest runs of each job on any node; written once a minute.
create table job_run (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text
);
