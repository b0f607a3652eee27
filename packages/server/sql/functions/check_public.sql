-- Rejects messages to channels that were made private after the messages were composed, because clients that listen
-- to all public channels would receive them. The conversations are locked, so the result holds until the commit.
create or replace function check_public(realms bigint[], channels bigint[], publics boolean[]) returns void
language plpgsql as $$
begin
  if true = any (publics) and exists (
    select from unnest(realms, channels, publics) as m (realm, channel, is_public)
    join channel c on c.realm_id = m.realm and c.id = m.channel
    where m.is_public and c.is_private
  ) then
    raise exception 'a channel is no longer public' using errcode = 'PL001';
  end if;
end
$$;
