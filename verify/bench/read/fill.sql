-- Adds messages to the channels of an organization, some channels and topics being much larger than others.
create function bench_fill(in_realm bigint, more bigint) returns void language plpgsql as $$
declare
  base bigint;
begin
  update realm_head set head = head + more where realm_id = in_realm returning head - more into base;
  insert into message (
    realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags, sent_at, client,
    topic, topic_key, content, rendered
  )
  with place as (
    select id, conversation_id, row_number() over (order by id) - 1 as nth, count(*) over () as channels
    from channel where realm_id = in_realm
  ), drawn as (
    select n, power(random(), 2.5) as weight, floor(20 * power(random(), 3))::integer as topic,
      array['w' || floor(2000 * power(random(), 3)), 'w' || floor(2000 * power(random(), 3)),
        'w' || floor(2000 * power(random(), 3)), 'w' || floor(2000 * power(random(), 3)),
        'w' || floor(2000 * power(random(), 3)), 'w' || floor(2000 * power(random(), 3))] as words,
      (select min(id) from realm_user where realm_id = in_realm) as sender
    from generate_series(1, more) as n
  )
  select in_realm, base + n, sender, conversation_id,
    v.last_ordinal + row_number() over (partition by conversation_id order by n), conversation_id, place.id, 0,
    now() - make_interval(secs => (more - n)::integer), 'bench', 'topic ' || topic, 'topic ' || topic,
    array_to_string(words, ' '), '<p>' || array_to_string(words, ' ') || '</p>'
  from drawn
  join place on place.nth = floor(weight * channels)
  join conversation v on v.realm_id = in_realm and v.id = place.conversation_id;

  update conversation v set last_ordinal = m.last
  from (
    select home_id, max(ordinal) as last from message where realm_id = in_realm and id > base group by home_id
  ) as m
  where v.realm_id = in_realm and v.id = m.home_id;

  insert into topic (realm_id, channel_id, topic_key, name, last_message_id)
  select in_realm, channel_id, topic_key, max(topic), max(id) from message
  where realm_id = in_realm and id > base group by channel_id, topic_key
  on conflict (realm_id, channel_id, topic_key) do update set last_message_id = excluded.last_message_id;

  update channel c set first_message_id = m.first
  from (select channel_id, min(id) as first from message where realm_id = in_realm and id > base group by channel_id) as m
  where c.realm_id = in_realm and c.id = m.channel_id and first_message_id is null;
end
$$;

-- The reader has read all but the newest of each channel.
create function bench_read(in_realm bigint, in_user bigint, unread bigint) returns void language sql as $$
  insert into read_state (realm_id, user_id, conversation_id, prefix)
  select in_realm, in_user, v.id, greatest(0, v.last_ordinal - unread)
  from subscription s
  join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
  join conversation v on v.realm_id = c.realm_id and v.id = c.conversation_id
  where s.realm_id = in_realm and s.user_id = in_user
  on conflict (realm_id, user_id, conversation_id) do update set prefix = excluded.prefix
$$;

-- The reader has read every second message of a conversation.
create function bench_read_half(in_realm bigint, in_user bigint, in_home bigint) returns void language sql as $$
  delete from read_block where realm_id = in_realm and user_id = in_user and conversation_id = in_home;
  insert into read_block (realm_id, user_id, conversation_id, block, bits)
  select in_realm, in_user, in_home, block, repeat('01', 2048)::bit(4096)
  from conversation v, generate_series(0, v.last_ordinal / 4096 - 1) as block
  where v.realm_id = in_realm and v.id = in_home;
  insert into read_state (realm_id, user_id, conversation_id, prefix)
  select in_realm, in_user, in_home, v.last_ordinal from conversation v where v.realm_id = in_realm and v.id = in_home
  on conflict (realm_id, user_id, conversation_id) do update set prefix = excluded.prefix
$$;
