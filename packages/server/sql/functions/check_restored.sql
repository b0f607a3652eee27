-- Refuses to go on while a dump is being restored. pg_restore adds foreign keys last, in the order of their names: a
-- table without one may still receive rows that `begin_epoch` must change, and triggers may be missing.
create or replace function check_restored() returns void language plpgsql as $$
begin
  if exists (
    select from unnest(array['channel', 'event_queue', 'realm_head', 'vocabulary_version']) as name
    where not exists (select from pg_constraint c where c.conrelid = to_regclass(name) and c.contype = 'f')
  ) then
    raise exception 'the database is being restored' using errcode = 'cannot_connect_now';
  end if;
end
$$;
