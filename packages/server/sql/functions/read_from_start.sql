-- Marks new messages as read for some users, such as the sender. `read_at` contains indexes into the other lists.
-- Called before log positions are reserved: requests that mark messages as read lock the read state before the head.
create or replace function read_from_start(
  realms bigint[], homes bigint[], channels bigint[], ordinals bigint[], read_at integer[], read_user bigint[]
) returns void language plpgsql as $$
begin
  if cardinality(read_at) = 0 then return; end if;
  perform mark_ordinals(r.realm, r.user_id, r.home, r.list, true)
  from (
    select realms[k.at] as realm, k.user_id, homes[k.at] as home, array_agg(ordinals[k.at]) as list
    from unnest(read_at, read_user) as k (at, user_id)
    where receives(realms[k.at], k.user_id, channels[k.at], homes[k.at])
    group by realms[k.at], k.user_id, homes[k.at]
    order by realms[k.at], k.user_id, homes[k.at]
  ) as r;
end
$$;
