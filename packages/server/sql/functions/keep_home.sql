-- Protects rows of an organization that is being moved, arrives or has departed. Tables that requests write (`strict`)
-- reject the change with the code of a lock timeout. Tables that jobs write for several organizations at once (`shared`)
-- leave the row as it is, because an error would affect the others; so do reports of presence (`lossy`), inserts
-- included. `outbox` is `shared`, and from the first step of a move on no row can be claimed: claims are updates that
-- leave the progress of a reader as it is. The outboxes of a copy for trials stay empty, and its readers paused. The
-- organization that was checked last is remembered until the transaction ends, as its lock is.
create or replace function keep_home() returns trigger language plpgsql as $$
declare
  kind constant text := tg_argv[0];
  realm bigint;
begin
  if tg_op = 'DELETE' then realm := old.realm_id; else realm := new.realm_id; end if;
  if current_setting('parley.home', true) is distinct from realm::text then
    if current_setting('parley.begins_epoch', true) = 'true'
      or pg_try_advisory_xact_lock_shared(7365242, hashint8(realm))
        and not exists (select from realm_transfer t where t.realm_id = realm)
    then
      perform set_config('parley.home', realm::text, true);
    elsif kind = 'strict' or tg_op = 'INSERT' and kind <> 'lossy' then
      raise exception 'organization % is being moved', realm using errcode = 'lock_not_available';
    else
      return null;
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if kind = 'outbox' then
    if tg_op = 'UPDATE' and not pg_try_advisory_xact_lock_shared(7365243, hashint8(realm))
      and to_jsonb(new) -> 'position' is not distinct from to_jsonb(old) -> 'position'
      and to_jsonb(new) -> 'wanted' is not distinct from to_jsonb(old) -> 'wanted'
    then
      return null;
    end if;
    if exists (select from realm r where r.id = realm and r.is_copy) then
      if tg_table_name <> 'log_reader' then return null; end if;
      return jsonb_populate_record(new, jsonb_build_object('paused_at', coalesce(to_jsonb(new) ->> 'paused_at', now()::text)));
    end if;
  end if;
  return new;
end
$$;
