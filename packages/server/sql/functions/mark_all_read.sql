-- Marks every message that a user ever received as read: each prefix moves to the end of its conversation. All
-- prefixes are locked first, in the order of conversation ids, so that the user cannot send meanwhile.
create or replace function mark_all_read(in_realm bigint, in_user bigint) returns void language plpgsql as $$
declare
  homes bigint[] := array(
    select home from (
      select conversation_id as home from conversation_user where realm_id = in_realm and user_id = in_user
      union all
      select c.conversation_id from subscription s
      join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
      where s.realm_id = in_realm and s.user_id = in_user
    ) as h
    join conversation v on v.realm_id = in_realm and v.id = home
    left join read_state r on r.realm_id = in_realm and r.user_id = in_user and r.conversation_id = home
    where v.last_ordinal > coalesce(r.prefix, 0) or exists (
      select from read_block b where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = home
    )
    order by home
  );
begin
  perform lock_prefix(in_realm, in_user, home) from unnest(homes) as home;
  update read_state r set prefix = v.last_ordinal from conversation v
    where r.realm_id = in_realm and r.user_id = in_user and r.conversation_id = any (homes)
      and v.realm_id = in_realm and v.id = r.conversation_id;
  delete from read_block
    where realm_id = in_realm and user_id = in_user and conversation_id = any (homes);
end
$$;
