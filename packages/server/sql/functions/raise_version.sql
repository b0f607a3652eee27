-- Trigger: increments one of the versions of an organization's roster, groups or channels, named by its argument.
-- Nodes cache the parts of a registration that are equal for many users together with these versions. Deferred to
-- the commit like raise_access_version.
create or replace function raise_version() returns trigger language plpgsql as $$
declare
  realm bigint;
begin
  if tg_op = 'DELETE' then realm := old.realm_id;
  else realm := new.realm_id;
  end if;
  if current_setting('parley.raised_' || tg_argv[0], true) is distinct from realm::text then
    perform set_config('parley.raised_' || tg_argv[0], realm::text, true);
    execute format('update realm_head set %1$I = %1$I + 1 where realm_id = $1', tg_argv[0]) using realm;
  end if;
  return null;
end
$$;
