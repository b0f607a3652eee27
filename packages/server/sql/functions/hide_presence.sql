-- Makes a user appear absent since a time, if the user was reported after it. Returns whether a row changed.
create or replace function hide_presence(in_realm bigint, in_user bigint, since timestamptz) returns boolean
language plpgsql as $$
begin
  perform lock_presence(array[in_realm]);
  update presence p
  set idle_at = since,
      active_at = case when p.active_at > since then since else p.active_at end,
      update_id = h.last_id + 1
  from presence_head h
  where p.realm_id = in_realm and p.user_id = in_user and h.realm_id = in_realm and p.idle_at > since;
  if not found then return false; end if;
  update presence_head set last_id = last_id + 1 where realm_id = in_realm;
  return true;
end
$$;
