-- Locks the presence counters of organizations, in the order of their ids.
create or replace function lock_presence(realms bigint[]) returns void language plpgsql as $$
begin
  insert into presence_head (realm_id)
  select distinct r from unnest(realms) as r order by r on conflict do nothing;
  perform from presence_head where realm_id = any (realms) order by realm_id for update;
end
$$;
