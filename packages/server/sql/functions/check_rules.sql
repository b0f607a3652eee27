-- Rejects messages that were checked against an older version than the current one; null for messages that were not
-- checked against cached rows. Called while the heads are locked, so that the check holds at the message's own log
-- position.
create or replace function check_rules(realms bigint[], known bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from (select distinct realm, rules from unnest(realms, known) as m (realm, rules) where rules is not null) as k
    where rules <> (select h.rules from realm_head h where h.realm_id = k.realm)
  ) then
    raise exception 'the rules have changed' using errcode = 'PL002';
  end if;
end
$$;
