-- Marks ordinals as read or unread and returns those that changed: received, not deleted, and not in that state
-- before. A call writes the read state, the blocks of the ordinals, and at most two more blocks while the prefix
-- advances, however many messages the conversation has.
create or replace function mark_ordinals(
  in_realm bigint, in_user bigint, in_home bigint, in_ordinals bigint[], as_read boolean
) returns bigint[] language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  received int8multirange := received_by(in_realm, in_user, in_home);
  start bigint := lock_prefix(in_realm, in_user, in_home);
  edge bigint := start;
  last bigint;
  changed bigint[] := '{}';
  part record;
  moved record;
  stored bit(4096);
  bits bit(4096);
  gone bit(4096);
  fresh bit(4096);
begin
  select last_ordinal into last from conversation where realm_id = in_realm and id = in_home;
  for part in
    select o / 4096 as block, bit_or(set_bit(0::bit(4096), (o % 4096)::integer, 1)) as wanted
    from unnest(in_ordinals) as o where received @> o group by 1 order by 1
  loop
    stored := block_of(in_realm, in_user, in_home, part.block);
    gone := gone_bits(in_realm, in_home, part.block);
    fresh := bits_up_to(edge, part.block) # stored;
    fresh := part.wanted & ~ gone & case when as_read then ~ fresh else fresh end;
    changed := changed || array(select o from ordinals_of(fresh, part.block) as o order by o);
    bits := stored # fresh;
    if as_read and (edge + 1) / 4096 = part.block then
      moved := move_prefix(received, gone, part.block, bits, edge, last);
      bits := moved.bits;
      edge := moved.edge;
    end if;
    if bits <> stored then perform store_block(in_realm, in_user, in_home, part.block, bits); end if;
  end loop;

  if as_read and cardinality(changed) > 0 then
    for step in 1..2 loop
      exit when edge >= last;
      if not received @> edge + 1 then
        select min(lower(r)) - 1 into edge from unnest(received) as r where lower(r) > edge + 1;
        if edge is null or edge > last then edge := last; end if;
        exit when edge >= last;
      end if;
      stored := block_of(in_realm, in_user, in_home, (edge + 1) / 4096);
      gone := gone_bits(in_realm, in_home, (edge + 1) / 4096);
      moved := move_prefix(received, gone, (edge + 1) / 4096, stored, edge, last);
      exit when moved.edge = edge;
      if moved.bits <> stored then
        perform store_block(in_realm, in_user, in_home, (edge + 1) / 4096, moved.bits);
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
