-- Ordinals of a conversation that a user received: those of the subscription for a channel, all for a direct
-- conversation.
create or replace function received_by(in_realm bigint, in_user bigint, in_home bigint) returns int8multirange
language plpgsql stable as $$
declare
  received int8multirange;
begin
  select s.ordinals into received from channel c
    join subscription s on s.realm_id = c.realm_id and s.channel_id = c.id and s.user_id = in_user
    where c.realm_id = in_realm and c.conversation_id = in_home;
  if found then return received; end if;
  perform from conversation_user
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home;
  return case when found then '{[1,)}' else '{}' end;
end
$$;
