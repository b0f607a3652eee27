-- Number of unread messages of a topic: its messages as bits, compared with the received and read ordinals of their
-- home conversations, plus messages flagged as unread (64, `USER_FLAGS.unread`).
create or replace function unread_in_topic(in_realm bigint, in_user bigint, in_channel bigint, in_topic_key text)
returns bigint language sql stable as $$
  with part as materialized (
    select home_id as home, ordinal / 4096 as block,
      bit_or(set_bit(0::bit(4096), (ordinal % 4096)::integer, 1)) as bits
    from message where realm_id = in_realm and channel_id = in_channel and topic_key = in_topic_key
    group by home_id, ordinal / 4096
  ), home as materialized (
    select home, received_by(in_realm, in_user, home) as received, coalesce((
      select prefix from read_state
      where realm_id = in_realm and user_id = in_user and conversation_id = home
    ), 0) as edge
    from part group by home
  )
  select coalesce(sum(bit_count(
    part.bits & bits_of_range(received, block)
      & ~ (bits_up_to(edge, block) # block_of(in_realm, in_user, part.home, block))
  )), 0)::bigint + (
    select count(*) from message_user_flag k
    join message m on m.realm_id = in_realm and m.id = k.message_id
      and m.channel_id = in_channel and m.topic_key = in_topic_key
    where k.realm_id = in_realm and k.user_id = in_user and k.flags & 64 > 0
  )
  from part join home using (home)
$$;
