-- Moves the start of an organization's chain past entries whose retention has ended, at most `max_entries`, and deletes them;
-- returns how many. The newest entry stays.
create or replace function prune_audit(in_realm bigint, max_entries integer) returns bigint language plpgsql as $$
declare
  cutoff timestamptz;
  new_start bigint;
  removed bigint;
begin
  perform from audit_head where realm_id = in_realm for update;
  select now() - make_interval(days => audit_retention_days) into cutoff from realm where id = in_realm;
  select coalesce(min(e.number) filter (where e.at >= cutoff or e.number = h.number) - 1, max(e.number)) into new_start
    from (select number, at from audit_entry where realm_id = in_realm order by number limit max_entries) e, audit_head h
    where h.realm_id = in_realm;
  if cutoff is null or not exists (select from audit_entry where realm_id = in_realm and number = new_start) then
    return 0;
  end if;
  update audit_head h set start = new_start, start_hash = e.hash
    from audit_entry e where h.realm_id = in_realm and e.realm_id = in_realm and e.number = new_start;
  delete from audit_part where realm_id = in_realm and number <= new_start;
  delete from audit_entry where realm_id = in_realm and number <= new_start;
  get diagnostics removed = row_count;
  return removed;
end
$$;
