-- Assigns log positions to events of several organizations, in the order of the arguments. The heads stay locked
-- until the commit: callers must not wait for other locks afterwards.
create or replace function reserve_positions(realms bigint[]) returns bigint[]
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  result bigint[];
begin
  if realms[1] = all (realms) then
    perform hold_home(realms[1:1]);
    update realm_head set head = head + cardinality(realms)
      where realm_id = realms[1]
      returning array(select n from generate_series(head - cardinality(realms) + 1, head) as n) into result;
    if not found then
      raise exception 'organization % is not in this cell', realms[1] using errcode = 'lock_not_available';
    end if;
    return result;
  end if;
  perform hold_home(realms);
  perform from realm_head where realm_id = any (realms) order by realm_id for update;
  with numbered as (
    select realm, n, row_number() over (partition by realm order by n) as k
    from unnest(realms) with ordinality as t (realm, n)
  ), raised as (
    update realm_head h set head = head + more
    from (select realm, count(*) as more from numbered group by realm) as c
    where h.realm_id = c.realm
    returning h.realm_id, h.head - more as base
  )
  select array_agg(base + k order by n) into result from numbered join raised on raised.realm_id = numbered.realm;
  if cardinality(result) is distinct from cardinality(realms) then
    raise exception 'an organization of the batch is not in this cell' using errcode = 'lock_not_available';
  end if;
  return result;
end
$$;
