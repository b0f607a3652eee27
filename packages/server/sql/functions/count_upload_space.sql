-- Trigger on attachment and partial_upload: counts the bytes of the owner's files in user_upload_space, and those of
-- unfinished uploads in upload_space. A user's row begins with a count of all files, the changed row among them.
create or replace function count_upload_space() returns trigger language plpgsql as $$
declare
  realm bigint;
  owner bigint;
  change bigint := 0;
begin
  if tg_op = 'DELETE' then
    realm := old.realm_id;
    owner := old.user_id;
  else
    realm := new.realm_id;
    owner := new.user_id;
  end if;
  if tg_table_name = 'attachment' then
    if tg_op <> 'INSERT' and old.state <> 'leaving' then change := change - old.size; end if;
    if tg_op <> 'DELETE' and new.state <> 'leaving' then change := change + new.size; end if;
  else
    if tg_op <> 'INSERT' and old.is_counted then change := change - old.size; end if;
    if tg_op <> 'DELETE' and new.is_counted then change := change + new.size; end if;
  end if;
  if change = 0 then return null; end if;
  update user_upload_space set used = greatest(0, used + change) where realm_id = realm and user_id = owner;
  if not found and change > 0 then
    insert into user_upload_space (realm_id, user_id, used) values (
      realm, owner,
      (select coalesce(sum(size), 0) from attachment
       where realm_id = realm and user_id = owner and state <> 'leaving')
      + (select coalesce(sum(size), 0) from partial_upload
         where realm_id = realm and user_id = owner and is_counted)
    )
    on conflict (realm_id, user_id) do update set used = user_upload_space.used + change;
  end if;
  if tg_table_name = 'partial_upload' then
    insert into upload_space (realm_id, used, reserved) values (realm, 0, greatest(0, change))
    on conflict (realm_id) do update set reserved = greatest(0, upload_space.reserved + change);
  end if;
  return null;
end
$$;
