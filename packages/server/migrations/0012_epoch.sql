-- Up Migration

-- The epoch of the database: one row. `system_identifier`, `timeline` and `table_id` name the history that PostgreSQL
-- continues: a promotion changes the timeline, a restored dump creates the table anew. `number` counts the epochs, and
-- `token` distinguishes two histories that reached the same number. `seen_at` is written every minute: a restored row
-- tells how long the lost part of the history can be (`begin_epoch`).
create table epoch (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  token uuid not null default gen_random_uuid(),
  system_identifier bigint not null,
  timeline bigint not null,
  table_id bigint not null,
  reason text not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

insert into epoch (number, system_identifier, timeline, table_id, reason)
select 1, system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint,
  'epoch'::regclass::oid::bigint, 'the database was created'
from pg_control_system();
