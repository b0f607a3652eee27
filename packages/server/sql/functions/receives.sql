-- Whether a user receives a message sent now: subscribers of the channel, or participants of the direct
-- conversation.
create or replace function receives(in_realm bigint, in_user bigint, in_channel bigint, in_home bigint) returns boolean
language sql stable as $$
  select case when in_channel is null then exists (
    select from conversation_user
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home
  ) else exists (
    select from subscription
    where realm_id = in_realm and user_id = in_user and channel_id = in_channel and is_active
  ) end
$$;
