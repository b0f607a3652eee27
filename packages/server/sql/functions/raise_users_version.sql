-- Trigger: increments the version of an organization's list of users and notes it for the changed user. Commits that do
-- so wait for each other, so whoever sees a version sees the users of all versions up to it. Deferred to the commit like
-- raise_access_version.
create or replace function raise_users_version() returns trigger language plpgsql as $$
declare
  changed record;
  changed_user bigint;
begin
  if tg_op = 'DELETE' then changed := old;
  else changed := new;
  end if;
  if tg_table_name = 'realm_user' then changed_user := changed.id;
  else changed_user := changed.user_id;
  end if;
  if current_setting('parley.raised_users', true) is distinct from changed.realm_id::text then
    perform set_config('parley.raised_users', changed.realm_id::text, true);
    update realm_head set users = users + 1 where realm_id = changed.realm_id;
  end if;
  insert into user_change (realm_id, user_id, version)
  select h.realm_id, changed_user, h.users from realm_head h where h.realm_id = changed.realm_id
  on conflict (realm_id, user_id) do update set version = excluded.version;
  return null;
end
$$;
