-- Keeps organizations in this cell until the transaction ends, or fails with the code of a lock timeout if one of them is
-- being moved. A move holds the lock from its pause of writes until the organization has departed; when its
-- connection ends, so does the pause.
create or replace function hold_home(realms bigint[]) returns void language plpgsql as $$
declare
  realm bigint;
begin
  foreach realm in array realms loop
    if not pg_try_advisory_xact_lock_shared(7365242, hashint8(realm)) then
      raise exception 'organization % is being moved', realm using errcode = 'lock_not_available';
    end if;
  end loop;
end
$$;
