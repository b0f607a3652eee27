-- Trigger: audit entries are only added. They are deleted with their organization, and below the start of its chain, which
-- `prune_audit` moves.
create or replace function guard_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from realm r where r.id = old.realm_id and not starts_with(r.subdomain, '.deleted:'))
      or exists (select from audit_head h where h.realm_id = old.realm_id and old.number <= h.start)
    then
      return old;
    end if;
  end if;
  raise exception 'audit entries cannot be changed' using errcode = 'insufficient_privilege';
end
$$;
