-- The timeline that PostgreSQL writes. pg_control_checkpoint() would name the previous one until the first checkpoint
-- after a promotion.
create or replace function server_timeline() returns bigint language sql as $$
  select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
$$;
