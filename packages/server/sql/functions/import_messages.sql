-- Stores messages of another chat at log positions that begin after `base`, in conversations that nobody reaches yet.
-- `reaction_at`, `flag_at`, `unread_at`, `edit_at` and `file_at` contain indexes into the lists of messages. Topics,
-- channels and the read state up to the newest message follow when the conversations are opened.
create or replace function import_messages(
  in_realm bigint, base bigint, in_origin text, in_import bigint, in_client text,
  keys text[], ordinals bigint[], senders bigint[], homes bigint[], channels bigint[], topics text[],
  contents text[], rendereds text[], times float8[], edited float8[], all_message_flags smallint[],
  reaction_at integer[], reaction_user bigint[], reaction_type text[], reaction_code text[], reaction_name text[],
  flag_at integer[], flag_user bigint[], flag_bits smallint[],
  unread_at integer[], unread_user bigint[],
  edit_at integer[], edit_user bigint[], edit_time float8[], edit_content text[], edit_rendered text[],
  edit_topic text[], edit_new_topic text[],
  file_at integer[], file_id bigint[]
) returns void language plpgsql as $$
begin
  insert into message (
    realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags, sent_at, edited_at, client,
    topic, topic_key, content, rendered
  )
  select in_realm, base + m.n, m.sender, m.home, m.ordinal, m.home, m.channel, m.message_flags, to_timestamp(m.sent),
    to_timestamp(m.edit), in_client, m.topic, lower(m.topic), m.content, m.rendered
  from unnest(senders, homes, ordinals, channels, topics, contents, rendereds, times, edited, all_message_flags)
    with ordinality as m (sender, home, ordinal, channel, topic, content, rendered, sent, edit, message_flags, n);

  insert into imported (realm_id, origin, kind, source_id, id, import_id)
  select in_realm, in_origin, 'message', key, base + n, in_import from unnest(keys) with ordinality as k (key, n);

  if cardinality(reaction_at) > 0 then
    insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, position)
    select in_realm, base + r.at, r.user_id, r.type, r.code, r.name, base + r.at
    from unnest(reaction_at, reaction_user, reaction_type, reaction_code, reaction_name)
      as r (at, user_id, type, code, name)
    on conflict do nothing;
  end if;

  if cardinality(flag_at) > 0 then
    insert into message_user_flag (realm_id, user_id, message_id, flags)
    select in_realm, f.user_id, base + f.at, bit_or(f.bits)
    from unnest(flag_at, flag_user, flag_bits) as f (at, user_id, bits) group by f.user_id, f.at;
  end if;

  if cardinality(unread_at) > 0 then
    insert into read_block (realm_id, user_id, conversation_id, block, bits)
    select in_realm, u.user_id, homes[u.at], ordinals[u.at] / 4096,
      bit_or(set_bit(0::bit(4096), (ordinals[u.at] % 4096)::integer, 1))
    from unnest(unread_at, unread_user) as u (at, user_id) group by 1, 2, 3, 4
    on conflict (realm_id, user_id, conversation_id, block) do update set bits = read_block.bits | excluded.bits;
  end if;

  if cardinality(edit_at) > 0 then
    insert into message_edit (realm_id, message_id, position, user_id, at, prev_content, prev_rendered, prev_topic, topic)
    select in_realm, base + e.at, e.n, e.user_id, to_timestamp(e.time), e.content,
      e.rendered, e.old_topic, e.new_topic
    from unnest(edit_at, edit_user, edit_time, edit_content, edit_rendered, edit_topic, edit_new_topic)
      with ordinality as e (at, user_id, time, content, rendered, old_topic, new_topic, n);
  end if;

  if cardinality(file_at) > 0 then
    insert into attachment_message (realm_id, attachment_id, message_id)
    select distinct in_realm, f.id, base + f.at from unnest(file_at, file_id) as f (at, id);
    update attachment set unused_since = null
    where realm_id = in_realm and id = any (file_id) and unused_since is not null;
  end if;
end
$$;
