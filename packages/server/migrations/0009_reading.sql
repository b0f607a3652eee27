-- Up Migration

-- Which channel a conversation is.
create unique index channel_conversation on channel (realm_id, conversation_id);

-- What a move took elsewhere.
create index message_left on message (realm_id, home_id, id) where conversation_id <> home_id;

-- What a block says is said by bits: number `n` of block `b` stands for ordinal `4096 * b + n`.

-- The ordinals of a block up to one.
create function bits_up_to(in_ordinal bigint, in_block bigint) returns bit(4096)
language sql immutable as $$
  select (-1)::bit(4096) << (4096 - greatest(0, least(4096, in_ordinal - 4096 * in_block + 1)))::integer
$$;

create function ordinals_of(in_bits bit(4096), in_block bigint) returns setof bigint
language sql immutable rows 100 as $$
  select 4096 * in_block + 8 * (place - 4) + n
  from (
    select place, get_byte(bytes, place) as byte
    from (select bit_send(in_bits) as bytes offset 0) as sent cross join generate_series(4, 515) as place
    where get_byte(bytes, place) > 0 offset 0
  ) as filled
  cross join generate_series(0, 7) as n
  where byte & (128 >> n) > 0
$$;

-- The functions that are asked for each conversation are not in plain SQL: that would be planned anew for each
-- statement in which they stand.
create function block_of(in_realm bigint, in_user bigint, in_home bigint, in_block bigint) returns bit(4096)
language plpgsql stable as $$
begin
  return coalesce((
    select bits from read_block
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home and block = in_block
  ), 0::bit(4096));
end
$$;

create function keep_block(in_realm bigint, in_user bigint, in_home bigint, in_block bigint, in_bits bit(4096))
returns void language plpgsql as $$
begin
  if bit_count(in_bits) = 0 then
    delete from read_block
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home and block = in_block;
  else
    insert into read_block (realm_id, user_id, conversation_id, block, bits)
      values (in_realm, in_user, in_home, in_block, in_bits)
      on conflict (realm_id, user_id, conversation_id, block) do update set bits = excluded.bits;
  end if;
end
$$;

create function gone_bits(in_realm bigint, in_home bigint, in_block bigint) returns bit(4096)
language plpgsql stable as $$
begin
  return coalesce((
    select bits from gone_block where realm_id = in_realm and conversation_id = in_home and block = in_block
  ), 0::bit(4096));
end
$$;

create function is_gone(in_realm bigint, in_home bigint, in_ordinal bigint) returns boolean
language sql stable as $$
  select get_bit(gone_bits(in_realm, in_home, in_ordinal / 4096), (in_ordinal % 4096)::integer) = 1
$$;

-- The ordinals of a conversation that somebody received: of a channel those of the subscription, of a direct
-- conversation all of them.
create function received_by(in_realm bigint, in_user bigint, in_home bigint) returns int8multirange
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

create function bits_of_range(in_ranges int8multirange, in_block bigint) returns bit(4096)
language sql immutable as $$
  select coalesce(
    bit_or(bits_up_to(upper(r) - 1, in_block) & ~ bits_up_to(lower(r) - 1, in_block)), 0::bit(4096)
  )
  from unnest(in_ranges * int8multirange(int8range(4096 * in_block, 4096 * in_block + 4096))) as r
$$;

-- Whether an ordinal of a conversation that somebody received is read.
create function is_read(in_realm bigint, in_user bigint, in_home bigint, in_ordinal bigint) returns boolean
language plpgsql stable as $$
begin
  return (in_ordinal <= coalesce((
      select prefix from read_state
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home
    ), 0)) <> coalesce((
      select get_bit(bits, (in_ordinal % 4096)::integer) = 1 from read_block
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home
        and block = in_ordinal / 4096
    ), false);
end
$$;

-- The prefix of somebody in a conversation. Whoever changes what is read there waits at its row.
create function hold_prefix(in_realm bigint, in_user bigint, in_home bigint) returns bigint
language plpgsql as $$
declare
  edge bigint;
begin
  select prefix into edge from read_state
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home for no key update;
  if found then return edge; end if;
  insert into read_state (realm_id, user_id, conversation_id, prefix)
    values (in_realm, in_user, in_home, 0) on conflict do nothing;
  select prefix into edge from read_state
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home for no key update;
  return edge;
end
$$;

-- Marks ordinals as read or unread; answers those that were received, are not gone and were
-- not so before. However many messages the conversation has, a mark writes the state's row and the blocks of
-- the ordinals, and then moves the prefix over at most two blocks.
create function mark_ordinals(
  in_realm bigint, in_user bigint, in_home bigint, in_ordinals bigint[], as_read boolean
) returns bigint[] language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  received int8multirange := received_by(in_realm, in_user, in_home);
  start bigint := hold_prefix(in_realm, in_user, in_home);
  edge bigint := start;
  last bigint;
  changed bigint[] := '{}';
  part record;
  moved record;
  held bit(4096);
  bits bit(4096);
  gone bit(4096);
  fresh bit(4096);
begin
  select last_ordinal into last from conversation where realm_id = in_realm and id = in_home;
  for part in
    select o / 4096 as block, bit_or(set_bit(0::bit(4096), (o % 4096)::integer, 1)) as wanted
    from unnest(in_ordinals) as o where received @> o group by 1 order by 1
  loop
    held := block_of(in_realm, in_user, in_home, part.block);
    gone := gone_bits(in_realm, in_home, part.block);
    fresh := bits_up_to(edge, part.block) # held;
    fresh := part.wanted & ~ gone & case when as_read then ~ fresh else fresh end;
    changed := changed || array(select o from ordinals_of(fresh, part.block) as o order by o);
    bits := held # fresh;
    if as_read and (edge + 1) / 4096 = part.block then
      moved := move_prefix(received, gone, part.block, bits, edge, last);
      bits := moved.bits;
      edge := moved.edge;
    end if;
    if bits <> held then perform keep_block(in_realm, in_user, in_home, part.block, bits); end if;
  end loop;

  if as_read and cardinality(changed) > 0 then
    for step in 1..2 loop
      exit when edge >= last;
      if not received @> edge + 1 then
        select min(lower(r)) - 1 into edge from unnest(received) as r where lower(r) > edge + 1;
        if edge is null or edge > last then edge := last; end if;
        exit when edge >= last;
      end if;
      held := block_of(in_realm, in_user, in_home, (edge + 1) / 4096);
      gone := gone_bits(in_realm, in_home, (edge + 1) / 4096);
      moved := move_prefix(received, gone, (edge + 1) / 4096, held, edge, last);
      exit when moved.edge = edge;
      if moved.bits <> held then
        perform keep_block(in_realm, in_user, in_home, (edge + 1) / 4096, moved.bits);
      end if;
      edge := moved.edge;
    end loop;
  end if;
  if edge <> start then
    update read_state set prefix = edge
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home;
  end if;
  return changed;
end
$$;

-- How far the prefix can go within the block behind it: over what is read, gone or never received; and over a
-- whole block of which at most half is unread, whose bits then say what is.
create function move_prefix(
  received int8multirange, gone bit(4096), block bigint, inout bits bit(4096), inout edge bigint, last bigint
) language plpgsql immutable as $$
declare
  final bigint := least(last, 4096 * block + 4095);
  behind bit(4096) := bits_up_to(final, block) & ~ bits_up_to(edge, block);
  unread bit(4096) := behind & bits_of_range(received, block) & ~ gone & ~ bits;
  passed bit(4096);
begin
  if bit_count(unread) = 0 or (final % 4096 = 4095 and bit_count(unread) <= 2048) then
    edge := final;
  else
    edge := 4096 * block + position(B'1' in unread) - 2;
  end if;
  passed := behind & bits_up_to(edge, block);
  bits := (bits & ~ passed) | (unread & passed);
end
$$;

-- The first ordinal of a conversation whose message comes after an id: both rise together.
create function ordinal_behind(in_realm bigint, in_home bigint, in_id bigint, last bigint) returns bigint
language plpgsql stable as $$
begin
  return coalesce((
    select ordinal from message
    where realm_id = in_realm and home_id = in_home and id > in_id order by id limit 1
  ), last + 1);
end
$$;

-- What somebody received in a conversation, between two ids, and has not read; the newest first, or the oldest.
-- Blocks without anything unread are passed over, and no more of them are looked at than are needed.
create function unread_in(
  in_realm bigint, in_user bigint, in_home bigint, above bigint, below bigint, newest boolean, most integer
) returns table (id bigint, ordinal bigint)
language plpgsql stable rows 100 set plan_cache_mode = force_generic_plan as $$
declare
  edge bigint;
  edge_block bigint;
  last bigint;
  low bigint := 1;
  high bigint;
  received int8multirange := received_by(in_realm, in_user, in_home);
  span record;
  at_block bigint;
  unread bit(4096);
  picked bigint[];
  missing integer := most;
begin
  select last_ordinal into last from conversation v where v.realm_id = in_realm and v.id = in_home;
  select prefix into edge from read_state s
    where s.realm_id = in_realm and s.user_id = in_user and s.conversation_id = in_home;
  edge := coalesce(edge, 0);
  edge_block := (edge + 1) / 4096;
  -- What was read in order needs no look at ids.
  if edge >= last and not exists (
    select from read_block b
    where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = in_home
  ) then return; end if;
  if above > 0 then low := ordinal_behind(in_realm, in_home, above, last); end if;
  high := ordinal_behind(in_realm, in_home, below - 1, last) - 1;
  if low > high or most <= 0 then return; end if;

  for span in
    select lower(r) as first, upper(r) - 1 as final
    from unnest(received * int8multirange(int8range(low, high, '[]'))) as r
    order by case when newest then - lower(r) else lower(r) end
  loop
    at_block := case when newest then span.final else span.first end / 4096;
    loop
      -- Before the block of the prefix only blocks with a row have something unread.
      if at_block < edge_block and newest then
        select max(b.block) into at_block from read_block b
          where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = in_home
            and b.block between span.first / 4096 and at_block;
      elsif at_block < edge_block then
        select coalesce(min(b.block), edge_block) into at_block from read_block b
          where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = in_home
            and b.block >= at_block and b.block < edge_block;
      end if;
      exit when at_block is null or at_block not between span.first / 4096 and span.final / 4096;
      unread := ~ (bits_up_to(edge, at_block) # block_of(in_realm, in_user, in_home, at_block))
        & bits_up_to(span.final, at_block) & ~ bits_up_to(span.first - 1, at_block)
        & ~ gone_bits(in_realm, in_home, at_block);
      if bit_count(unread) > 0 then
        picked := array(
          select o from ordinals_of(unread, at_block) as o order by case when newest then - o else o end limit missing
        );
        return query
          select m.id, m.ordinal from unnest(picked) as o
          join message m on m.realm_id = in_realm and m.home_id = in_home and m.ordinal = o
          order by case when newest then - m.ordinal else m.ordinal end;
        missing := missing - cardinality(picked);
        if missing <= 0 then return; end if;
      end if;
      at_block := at_block + case when newest then -1 else 1 end;
    end loop;
  end loop;
end
$$;

-- How many messages `unread_in` would find without limits: what came behind the prefix, less what is gone or
-- read there, and what is unread before it.
create function unread_count(in_realm bigint, in_user bigint, in_home bigint) returns bigint
language plpgsql stable as $$
declare
  received int8multirange := received_by(in_realm, in_user, in_home);
  edge bigint;
  last bigint;
  behind bigint;
  lost bigint;
  excepted bigint;
begin
  select last_ordinal into last from conversation where realm_id = in_realm and id = in_home;
  select prefix into edge from read_state
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home;
  edge := coalesce(edge, 0);
  select coalesce(sum(upper(r) - lower(r)), 0) into behind
    from unnest(received * int8multirange(int8range(edge + 1, greatest(last, edge) + 1))) as r;
  select coalesce(sum(bit_count(g.bits & ~ bits_up_to(edge, g.block) & bits_of_range(received, g.block))), 0)
    into lost from gone_block g
    where g.realm_id = in_realm and g.conversation_id = in_home and g.block >= edge / 4096;
  select coalesce(sum(
      bit_count(b.bits & bits_up_to(edge, b.block) & ~ coalesce(g.bits, 0::bit(4096)))
      - bit_count(b.bits & ~ bits_up_to(edge, b.block) & ~ coalesce(g.bits, 0::bit(4096)))
    ), 0) into excepted
    from read_block b
    left join gone_block g on g.realm_id = in_realm and g.conversation_id = in_home and g.block = b.block
    where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = in_home;
  return behind - lost + excepted;
end
$$;

-- How much of a topic is unread for somebody: its messages as bits, held against what was received and read where
-- they were sent, and those that are marked as unread.
create function unread_in_topic(in_realm bigint, in_user bigint, in_channel bigint, in_topic_key text)
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
    select count(*) from message_mark k
    join message m on m.realm_id = in_realm and m.id = k.message_id
      and m.channel_id = in_channel and m.topic_key = in_topic_key
    where k.realm_id = in_realm and k.user_id = in_user and k.flags & 64 > 0
  )
  from part join home using (home)
$$;

-- Everything that somebody ever received becomes read: prefixes go to the ends of their conversations. First all
-- of them are held, in the order of their ids, so that nothing is sent by the user meanwhile.
create function mark_all_read(in_realm bigint, in_user bigint) returns void language plpgsql as $$
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
  perform hold_prefix(in_realm, in_user, home) from unnest(homes) as home;
  update read_state r set prefix = v.last_ordinal from conversation v
    where r.realm_id = in_realm and r.user_id = in_user and r.conversation_id = any (homes)
      and v.realm_id = in_realm and v.id = r.conversation_id;
  delete from read_block
    where realm_id = in_realm and user_id = in_user and conversation_id = any (homes);
end
$$;
