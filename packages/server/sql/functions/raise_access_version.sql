-- Trigger: increments the version of everything that decides whether a message is allowed. Nodes cache these rows
-- and compare the version when they store a message. The trigger is deferred to the commit, because the head of the
-- log is the last row that a transaction locks.
create or replace function raise_access_version() returns trigger language plpgsql as $$
declare
  realm bigint;
begin
  if tg_table_name = 'realm' then realm := new.id;
  elsif tg_op = 'DELETE' then realm := old.realm_id;
  else realm := new.realm_id;
  end if;
  -- One increment per transaction suffices, however many rows change.
  if current_setting('parley.raised_access', true) is distinct from realm::text then
    perform set_config('parley.raised_access', realm::text, true);
    update realm_head set access_version = access_version + 1 where realm_id = realm;
  end if;
  return null;
end
$$;
