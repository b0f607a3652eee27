-- Up Migration

-- A message. Its id is the position of its event in the log. `home_id` and `ordinal` are the conversation in
-- which it was sent and its number there: they never change, and what users received and read is kept in
-- them. Where it is now, a move may change: `conversation_id`, `channel_id` (null for direct messages),
-- `topic`. `arrived_at` is the position of the move that brought it into its channel.
-- `traits`: 1 link, 2 image, 4 attachment, 8 mentions everyone, 16 mentions the topic, 32 starts with /me.
create table message (
  realm_id bigint not null,
  id bigint not null,
  sender_id bigint not null,
  home_id bigint not null,
  ordinal bigint not null,
  conversation_id bigint not null,
  channel_id bigint,
  arrived_at bigint,
  traits smallint not null,
  sent_at timestamptz not null,
  edited_at timestamptz,
  moved_at timestamptz,
  client text not null,
  topic text not null,
  topic_key text not null,
  content text not null,
  rendered text not null,
  search tsvector not null,
  primary key (realm_id, id)
);
create unique index message_ordinal on message (realm_id, home_id, ordinal);
create index message_conversation on message (realm_id, conversation_id, id);
create index message_topic on message (realm_id, channel_id, topic_key, id) where channel_id is not null;
create index message_sender on message (realm_id, sender_id, id);
-- What somebody received, conversation by conversation.
create index message_home on message (realm_id, home_id, id);
create index message_everyone on message (realm_id, home_id, id) where traits & 8 > 0;
create index message_files on message (realm_id, id) where traits & 6 > 0;
-- What a move brought from elsewhere.
create index message_arrived on message (realm_id, conversation_id, id) where arrived_at is not null;

-- What a message is found by: its words, each together with its organization and its stretch of 65,536 ids there.
-- So a search sees nothing of other organizations, can begin with the newest, and costs what it finds.
create function search_words(in_realm bigint, in_id bigint, in_search tsvector) returns text[]
language plpgsql immutable parallel safe as $$
declare
  place constant text := in_realm || '/' || (in_id >> 16) || '/';
  between constant text := chr(31);
begin
  return string_to_array(place || array_to_string(tsvector_to_array(in_search), between || place), between);
end
$$;
-- What is new waits unsorted until there is this much of it, in kB: so whoever sorts it in, and whoever searches
-- meanwhile, has little to do.
create index message_search on message using gin ((search_words(realm_id, id, search) collate "C"))
  with (gin_pending_list_limit = 64);

create function search_of(in_topic text, in_words text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.english', in_topic || ' ' || in_words)
$$;

-- The words of HTML without its tags, as the server takes them from what is sent.
create function words_of(html text) returns text
language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(
    regexp_replace(html, '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&')
$$;

-- Topics that have messages: the name as it was last written and the newest message.
create table topic (
  realm_id bigint not null,
  channel_id bigint not null,
  topic_key text not null,
  name text not null,
  last_message_id bigint not null,
  primary key (realm_id, channel_id, topic_key),
  foreign key (realm_id, channel_id) references channel on delete cascade
) with (fillfactor = 70);
create index topic_resolved on topic (realm_id, channel_id, topic_key) where starts_with(topic_key, '✔ ');

-- What changed in a message, one row for each edit or move; only what changed is filled in. `position` is the
-- place of the edit in the log.
create table message_edit (
  realm_id bigint not null,
  message_id bigint not null,
  position bigint not null,
  user_id bigint,
  at timestamptz not null,
  prev_content text,
  prev_rendered text,
  prev_topic text,
  topic text,
  prev_channel_id bigint,
  channel_id bigint,
  primary key (realm_id, message_id, position),
  foreign key (realm_id, message_id) references message on delete cascade
);

create table reaction (
  realm_id bigint not null,
  message_id bigint not null,
  user_id bigint not null,
  reaction_type text not null,
  emoji_code text not null,
  emoji_name text not null,
  -- Place of the reaction in the log: reactions are shown in this order.
  position bigint not null,
  primary key (realm_id, message_id, reaction_type, emoji_code, user_id),
  foreign key (realm_id, message_id) references message on delete cascade
);

create sequence submessage_id;

create table submessage (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint not null default nextval('submessage_id'),
  sender_id bigint not null,
  msg_type text not null,
  content text not null,
  primary key (realm_id, message_id, id),
  foreign key (realm_id, message_id) references message on delete cascade
);

-- Sparse facts about one user and one message, only where one is true. `flags`: 1 starred, 2 collapsed,
-- 4 mentioned, 8 mentioned with the topic, 16 has an alert word, 32 historical (the user never received the
-- message), 64 unread although it came outside of any subscription.
create table message_mark (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  flags smallint not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, message_id) references message on delete cascade
);
create index message_mark_message on message_mark (realm_id, message_id);
create index message_mark_starred on message_mark (realm_id, user_id, message_id) where flags & 1 > 0;
create index message_mark_mentioned on message_mark (realm_id, user_id, message_id) where flags & 12 > 0;
create index message_mark_alerted on message_mark (realm_id, user_id, message_id) where flags & 16 > 0;
create index message_mark_outside on message_mark (realm_id, user_id, message_id) where flags & 96 > 0;
create index message_mark_unread on message_mark (realm_id, user_id, message_id) where flags & 64 > 0;

-- What somebody has read of a conversation. Up to `prefix` everything counts as read, behind it nothing does;
-- bits in the blocks are the exceptions: unread up to the prefix, read behind it.
create table read_state (
  realm_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  prefix bigint not null,
  primary key (realm_id, user_id, conversation_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
) with (fillfactor = 70);

-- 4,096 ordinals a block; the bit of an ordinal is number `ordinal % 4096` of block `ordinal / 4096`.
create table read_block (
  realm_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  block bigint not null,
  bits bit(4096) not null,
  primary key (realm_id, user_id, conversation_id, block),
  foreign key (realm_id, user_id) references realm_user on delete cascade
) with (fillfactor = 70);

-- Ordinals whose messages are gone: nobody has them unread.
create table gone_block (
  realm_id bigint not null,
  conversation_id bigint not null,
  block bigint not null,
  bits bit(4096) not null,
  primary key (realm_id, conversation_id, block),
  foreign key (realm_id, conversation_id) references conversation on delete cascade
);

-- What a sender calls one send, so that a retry finds it.
create table sent_key (
  realm_id bigint not null,
  user_id bigint not null,
  key bytea not null,
  content_hash bytea not null,
  message_id bigint not null,
  policy smallint not null,
  at timestamptz not null default now(),
  primary key (realm_id, user_id, key)
);
create index sent_key_at on sent_key using brin (at);

-- Numbers that rise when something changes that nodes keep in memory: linkifiers, alert words, emoji.
create table realm_stamp (
  realm_id bigint not null references realm (id) on delete cascade,
  name text not null,
  stamp bigint not null,
  primary key (realm_id, name)
);

-- Nodes remember who is who and what is allowed where, and have it confirmed when they store a message: so whoever
-- changes one of these raises the number of the organization's rules. That is done at the commit, when nothing is
-- left to wait for: the head of the log is the last thing that a transaction locks.
create function raise_rules() returns trigger language plpgsql as $$
declare
  realm bigint;
begin
  if tg_table_name = 'realm' then realm := new.id;
  elsif tg_op = 'DELETE' then realm := old.realm_id;
  else realm := new.realm_id;
  end if;
  -- Once is enough for a transaction, however many rows it changes.
  if current_setting('parley.raised', true) is distinct from realm::text then
    perform set_config('parley.raised', realm::text, true);
    update realm_head set rules = rules + 1 where realm_id = realm;
  end if;
  return null;
end
$$;

create constraint trigger rules after update on realm
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after update or delete on realm_user
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after update of default_sending_channel_id on bot
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after update of conversation_id, name, is_private, is_web_public, is_history_public,
    is_archived, is_recently_active, topics_policy, subscriber_count, permissions or delete on channel
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after insert or update of is_active, is_muted or delete on subscription
  deferrable initially deferred for each row execute function raise_rules();
-- That there is a topic is remembered, that there is none is not.
create constraint trigger rules after delete on topic
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after insert or update or delete on muted_user
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after insert or update or delete on realm_stamp
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after update or delete on user_group
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after insert or update or delete on group_member
  deferrable initially deferred for each row execute function raise_rules();
create constraint trigger rules after insert or update or delete on group_subgroup
  deferrable initially deferred for each row execute function raise_rules();

-- Who registers is told of all users, groups and channels, which is the same for many. Nodes keep it with the numbers
-- under which they read it: whoever changes something of it raises the number, at the commit like the rules.
create function raise_version() returns trigger language plpgsql as $$
declare
  realm bigint;
begin
  if tg_op = 'DELETE' then realm := old.realm_id;
  else realm := new.realm_id;
  end if;
  if current_setting('parley.raised_' || tg_argv[0], true) is distinct from realm::text then
    perform set_config('parley.raised_' || tg_argv[0], realm::text, true);
    execute format('update realm_head set %1$I = %1$I + 1 where realm_id = $1', tg_argv[0]) using realm;
  end if;
  return null;
end
$$;

-- The columns are those that others get to see.
create constraint trigger version after insert or delete or update of delivery_email, email_visibility, full_name, role,
    is_active, is_full_member, is_imported_stub, is_deleted, bot_type, bot_owner_id, date_joined, timezone,
    avatar_source, avatar_version on realm_user
  deferrable initially deferred for each row execute function raise_version('users');
create constraint trigger version after insert or update or delete on profile_value
  deferrable initially deferred for each row execute function raise_version('users');
create constraint trigger version after insert or update or delete on user_group
  deferrable initially deferred for each row execute function raise_version('groups');
create constraint trigger version after insert or update or delete on group_member
  deferrable initially deferred for each row execute function raise_version('groups');
create constraint trigger version after insert or update or delete on group_subgroup
  deferrable initially deferred for each row execute function raise_version('groups');
create constraint trigger version after insert or update or delete on channel
  deferrable initially deferred for each row execute function raise_version('channels');

-- Refuses messages that were judged by other rules than those of now; null for one that was judged by none. To be
-- called while the heads are locked, so that a message is allowed at its very place in the log.
create function check_rules(realms bigint[], known bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from (select distinct realm, rules from unnest(realms, known) as m (realm, rules) where rules is not null) as k
    where rules <> (select h.rules from realm_head h where h.realm_id = k.realm)
  ) then
    raise exception 'the rules have changed' using errcode = 'PL002';
  end if;
end
$$;

-- Gives messages their numbers, in the order in which they are named. Their conversations stay locked until
-- the commit, so that numbers, positions and the times of subscribing agree.
create function reserve_ordinals(realms bigint[], homes bigint[]) returns bigint[]
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  result bigint[];
begin
  -- When it is quiet messages come alone, and then this is a third of the work.
  if cardinality(homes) = 1 then
    update conversation set last_ordinal = last_ordinal + 1
      where realm_id = realms[1] and id = homes[1]
      returning array[last_ordinal] into strict result;
    return result;
  end if;
  perform from conversation v
    join (select distinct realm, home from unnest(realms, homes) as t (realm, home)) as w
      on w.realm = v.realm_id and w.home = v.id
    order by v.realm_id, v.id for update of v;
  with place as (
    select realm, home, n, row_number() over (partition by realm, home order by n) as k
    from unnest(realms, homes) with ordinality as t (realm, home, n)
  ), raised as (
    update conversation v set last_ordinal = last_ordinal + more
    from (select realm, home, count(*) as more from place group by realm, home) as c
    where v.realm_id = c.realm and v.id = c.home
    returning v.id, v.last_ordinal - more as base
  )
  select array_agg(base + k order by n) into result from place join raised on raised.id = place.home;
  return result;
end
$$;

-- Gives events of some organizations their positions, in the order in which they are named. The heads stay
-- locked until the commit: to be called when nothing is left to wait for.
create function reserve_positions(realms bigint[]) returns bigint[]
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  result bigint[];
begin
  if realms[1] = all (realms) then
    update realm_head set head = head + cardinality(realms)
      where realm_id = realms[1]
      returning array(select n from generate_series(head - cardinality(realms) + 1, head) as n) into strict result;
    return result;
  end if;
  perform from realm_head where realm_id = any (realms) order by realm_id for update;
  with place as (
    select realm, n, row_number() over (partition by realm order by n) as k
    from unnest(realms) with ordinality as t (realm, n)
  ), raised as (
    update realm_head h set head = head + more
    from (select realm, count(*) as more from place group by realm) as c
    where h.realm_id = c.realm
    returning h.realm_id, h.head - more as base
  )
  select array_agg(base + k order by n) into result from place join raised on raised.realm_id = place.realm;
  return result;
end
$$;

-- Notes who has read messages from the start; the lists beginning with `read_` name messages by their place in
-- the other lists. Comes before the messages have their positions: whoever reads waits for the head of the log
-- while holding what is read, so nobody may wait for that while holding the head.
create function read_from_start(
  realms bigint[], homes bigint[], channels bigint[], ordinals bigint[], read_at integer[], read_user bigint[]
) returns void language plpgsql as $$
begin
  if cardinality(read_at) = 0 then return; end if;
  perform mark_ordinals(r.realm, r.user_id, r.home, r.list, true)
  from (
    select realms[k.at] as realm, k.user_id, homes[k.at] as home, array_agg(ordinals[k.at]) as list
    from unnest(read_at, read_user) as k (at, user_id)
    where receives(realms[k.at], k.user_id, channels[k.at], homes[k.at])
    group by realms[k.at], k.user_id, homes[k.at]
    order by realms[k.at], k.user_id, homes[k.at]
  ) as r;
end
$$;

-- Stores messages that have their positions and ordinals. The lists beginning with `mark_` name messages by
-- their place in the other lists; only who receives a message is marked, and a bot that was mentioned elsewhere.
create function add_messages(
  realms bigint[], ids bigint[], ordinals bigint[],
  senders bigint[], homes bigint[], channels bigint[], topics text[],
  contents text[], rendereds text[], searches text[], clients text[], times float8[], all_traits smallint[],
  mark_at integer[], mark_user bigint[], mark_flags smallint[],
  key_at integer[], keys bytea[], hashes bytea[], policies smallint[]
) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into message (
    realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, traits, sent_at, client,
    topic, topic_key, content, rendered, search
  )
  select m.realm, m.id, m.sender, m.home, m.ordinal, m.home, m.channel, m.traits, to_timestamp(m.sent), m.client,
    m.topic, lower(m.topic), m.content, m.rendered,
    search_of(m.topic, m.search)
  from unnest(
    realms, ids, ordinals, senders, homes, channels, topics, contents, rendereds, searches, clients, times,
    all_traits
  ) as m (realm, id, ordinal, sender, home, channel, topic, content, rendered, search, client, sent, traits);

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

  if cardinality(mark_at) > 0 then
    insert into message_mark (realm_id, user_id, message_id, flags)
    select realms[k.at], k.user_id, ids[k.at], k.flags
    from unnest(mark_at, mark_user, mark_flags) as k (at, user_id, flags)
    where k.flags & 64 > 0 or receives(realms[k.at], k.user_id, channels[k.at], homes[k.at]);
  end if;

  if cardinality(key_at) > 0 then
    insert into sent_key (realm_id, user_id, key, content_hash, message_id, policy)
    select realms[k.at], senders[k.at], k.key, k.hash, ids[k.at], k.policy
    from unnest(key_at, keys, hashes, policies) as k (at, key, hash, policy);
  end if;
end
$$;

-- Whether somebody receives what is sent now: to a channel when subscribed, to users when among them.
create function receives(in_realm bigint, in_user bigint, in_channel bigint, in_home bigint) returns boolean
language sql stable as $$
  select case when in_channel is null then exists (
    select from conversation_user
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home
  ) else exists (
    select from subscription
    where realm_id = in_realm and user_id = in_user and channel_id = in_channel and is_active
  ) end
$$;

-- Who listens to all public channels hears of what is said in them: a channel that was made private since the
-- letter was written must not be heard. The conversations are locked, so it stays as it is now.
create function check_public(realms bigint[], channels bigint[], publics boolean[]) returns void
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

-- Sends messages in one statement; answers their ids. No row of an organization depends on another's, but they
-- are committed together: so that none waits long for what another one locked, the whole is given up then.
create function send_messages(
  realms bigint[], rules bigint[], audiences text[], events text[], publics boolean[],
  read_at integer[], read_user bigint[],
  senders bigint[], homes bigint[], channels bigint[], topics text[],
  contents text[], rendereds text[], searches text[], clients text[], times float8[], all_traits smallint[],
  mark_at integer[], mark_user bigint[], mark_flags smallint[],
  key_at integer[], keys bytea[], hashes bytea[], policies smallint[]
) returns bigint[] language plpgsql as $$
declare
  ordinals bigint[];
  ids bigint[];
begin
  if realms[1] <> any (realms) then perform set_config('lock_timeout', '200ms', true); end if;
  ordinals := reserve_ordinals(realms, homes);
  perform check_public(realms, channels, publics);
  perform read_from_start(realms, homes, channels, ordinals, read_at, read_user);
  ids := reserve_positions(realms);
  perform check_rules(realms, rules);
  insert into log_entry (realm_id, position, at, audience, event)
    select realm, id, clock_timestamp(), audience, event
    from unnest(realms, ids, audiences, events) as entry (realm, id, audience, event);
  perform add_messages(
    realms, ids, ordinals, senders, homes, channels, topics, contents, rendereds, searches, clients, times,
    all_traits, mark_at, mark_user, mark_flags, key_at, keys, hashes, policies
  );
  return ids;
end
$$;
