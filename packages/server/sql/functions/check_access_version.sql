-- Rejects messages that were checked against an older version than the current one; null for messages that were not
-- checked against cached rows. Called while the heads are locked, so that the check holds at the message's own log
-- position.
create or replace function check_access_version(realms bigint[], known bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from (
      select distinct realm, access_version from unnest(realms, known) as m (realm, access_version)
      where access_version is not null
    ) as k
    where access_version <> (select h.access_version from realm_head h where h.realm_id = k.realm)
  ) then
    raise exception 'the access version has changed' using errcode = 'PL002';
  end if;
end
$$;
