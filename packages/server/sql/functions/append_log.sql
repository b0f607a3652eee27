-- Assigns log positions to events. Called last in a transaction, because the head stays locked until the commit.
-- Later statements find the position before the first event in the setting `parley.base`.
create or replace function append_log(in_realm bigint, audiences text[], events text[]) returns bigint
language plpgsql as $$
declare
  base bigint;
begin
  perform hold_home(array[in_realm]);
  update realm_head set head = head + cardinality(events)
    where realm_id = in_realm
    returning head - cardinality(events) into base;
  if not found then
    raise exception 'organization % is not in this cell', in_realm using errcode = 'lock_not_available';
  end if;
  insert into log_entry (realm_id, position, at, audience, event)
    select in_realm, base + n, clock_timestamp(), audience, event
    from unnest(audiences, events) with ordinality as entry (audience, event, n);
  perform set_config('parley.base', base::text, true);
  return base;
end
$$;
