-- The epoch of the database, and why it must end: PostgreSQL continues another history than the row says, or the log of
-- an organization ends before a head that the caller has read. `loss` is null if the epoch goes on.
create or replace function check_epoch(realms bigint[], heads bigint[])
returns table (number bigint, token uuid, loss text) language plpgsql as $$
declare
  known epoch;
  identifier bigint;
begin
  -- A standby may lag behind, so it must serve neither heads nor rights.
  if pg_is_in_recovery() then
    raise exception 'PostgreSQL is a standby' using errcode = 'read_only_sql_transaction';
  end if;
  select * into known from epoch;
  if not found then return; end if;
  select system_identifier into identifier from pg_control_system();
  number := known.number;
  token := known.token;
  if known.system_identifier <> identifier or known.table_id <> 'epoch'::regclass::oid::bigint then
    perform check_restored();
    loss := 'the database was restored from a dump';
  elsif known.timeline <> server_timeline() then
    loss := format('PostgreSQL moved from timeline %s to %s', known.timeline, server_timeline());
  else
    select format('the log of organization %s ends at %s instead of %s', s.realm, h.head, s.head) into loss
    from unnest(realms, heads) as s (realm, head) join realm_head h on h.realm_id = s.realm
    where h.head < s.head limit 1;
  end if;
  return next;
end
$$;
