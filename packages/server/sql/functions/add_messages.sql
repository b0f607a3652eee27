-- Inserts messages that have log positions and ordinals. `flag_at` and `key_at` contain indexes into the other
-- lists. Flags are stored only for users who receive the message, and for bots that were mentioned outside their
-- subscriptions: those have the flag 64, `USER_FLAGS.unread` of chat/messages/flags.ts.
create or replace function add_messages(
  realms bigint[], ids bigint[], ordinals bigint[],
  senders bigint[], homes bigint[], channels bigint[], topics text[],
  contents text[], rendereds text[], clients text[], times float8[], all_message_flags smallint[],
  flag_at integer[], flag_user bigint[], flag_bits smallint[],
  key_at integer[], keys bytea[], hashes bytea[], policies smallint[]
) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into message (
    realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags, sent_at, client,
    topic, topic_key, content, rendered
  )
  select m.realm, m.id, m.sender, m.home, m.ordinal, m.home, m.channel, m.message_flags, to_timestamp(m.sent), m.client,
    m.topic, lower(m.topic), m.content, m.rendered
  from unnest(
    realms, ids, ordinals, senders, homes, channels, topics, contents, rendereds, clients, times, all_message_flags
  ) as m (realm, id, ordinal, sender, home, channel, topic, content, rendered, client, sent, message_flags);

  insert into topic (realm_id, channel_id, topic_key, name, last_message_id)
  select distinct on (m.realm, m.channel, lower(m.topic)) m.realm, m.channel, lower(m.topic), m.topic, m.id
  from unnest(realms, ids, channels, topics) as m (realm, id, channel, topic)
  where m.channel is not null
  order by m.realm, m.channel, lower(m.topic), m.id desc
  on conflict (realm_id, channel_id, topic_key) do update
    set name = excluded.name, last_message_id = excluded.last_message_id;

  update channel c set first_message_id = m.id
  from (
    select realm, channel, min(id) as id from unnest(realms, ids, channels) as u (realm, id, channel)
    where channel is not null group by realm, channel
  ) as m
  where c.realm_id = m.realm and c.id = m.channel and c.first_message_id is null;

  if array_position(channels, null) is not null then
    update conversation v set last_message_id = m.id
    from (
      select realm, home, max(id) as id from unnest(realms, ids, homes, channels) as u (realm, id, home, channel)
      where channel is null group by realm, home
    ) as m
    where v.realm_id = m.realm and v.id = m.home;
  end if;

  if cardinality(flag_at) > 0 then
    insert into message_user_flag (realm_id, user_id, message_id, flags)
    select realms[k.at], k.user_id, ids[k.at], k.flags
    from unnest(flag_at, flag_user, flag_bits) as k (at, user_id, flags)
    where k.flags & 64 > 0 or receives(realms[k.at], k.user_id, channels[k.at], homes[k.at]);
  end if;

  if cardinality(key_at) > 0 then
    insert into sent_key (realm_id, user_id, key, content_hash, message_id, policy)
    select realms[k.at], senders[k.at], k.key, k.hash, ids[k.at], k.policy
    from unnest(key_at, keys, hashes, policies) as k (at, key, hash, policy);
  end if;
end
$$;
