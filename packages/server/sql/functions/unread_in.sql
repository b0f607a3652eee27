-- Unread messages that a user received in a conversation, between two ids, newest or oldest first. Blocks without
-- unread messages are skipped, and the scan stops at the limit.
create or replace function unread_in(
  in_realm bigint, in_user bigint, in_home bigint, above bigint, below bigint, newest boolean, max_count integer
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
  missing integer := max_count;
begin
  select last_ordinal into last from conversation v where v.realm_id = in_realm and v.id = in_home;
  select prefix into edge from read_state s
    where s.realm_id = in_realm and s.user_id = in_user and s.conversation_id = in_home;
  edge := coalesce(edge, 0);
  edge_block := (edge + 1) / 4096;
  -- A conversation without unread messages needs no lookup of ids.
  if edge >= last and not exists (
    select from read_block b
    where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = in_home
  ) then return; end if;
  if above > 0 then low := ordinal_after(in_realm, in_home, above, last); end if;
  high := ordinal_after(in_realm, in_home, below - 1, last) - 1;
  if low > high or max_count <= 0 then return; end if;

  for span in
    select lower(r) as first, upper(r) - 1 as final
    from unnest(received * int8multirange(int8range(low, high, '[]'))) as r
    order by case when newest then - lower(r) else lower(r) end
  loop
    at_block := case when newest then span.final else span.first end / 4096;
    loop
      -- Before the block of the prefix, only stored blocks contain unread ordinals.
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
