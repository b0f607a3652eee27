-- Trigger: the chain of audit entries only grows, and its start only moves to an entry whose retention has ended.
create or replace function guard_audit_head() returns trigger language plpgsql as $$
declare
  days integer;
begin
  if new.number < old.number or new.start < old.start then
    raise exception 'the chain of audit entries cannot be shortened' using errcode = 'insufficient_privilege';
  end if;
  if new.start > old.start then
    select audit_retention_days into days from realm where id = new.realm_id;
    if not exists (select from audit_entry e where e.realm_id = new.realm_id and e.number = new.start
      and e.hash = new.start_hash and e.at < now() - make_interval(days => days))
    then
      raise exception 'audit entries are kept until their retention ends' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end
$$;
