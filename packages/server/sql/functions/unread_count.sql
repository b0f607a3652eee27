-- Number of messages that unread_in would return without limits: received after the prefix, minus deleted and read
-- exceptions there, plus unread exceptions before it.
create or replace function unread_count(in_realm bigint, in_user bigint, in_home bigint) returns bigint
language plpgsql stable as $$
declare
  received int8multirange := received_by(in_realm, in_user, in_home);
  edge bigint;
  last bigint;
  ahead bigint;
  deleted bigint;
  excepted bigint;
begin
  select last_ordinal into last from conversation where realm_id = in_realm and id = in_home;
  select prefix into edge from read_state
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home;
  edge := coalesce(edge, 0);
  select coalesce(sum(upper(r) - lower(r)), 0) into ahead
    from unnest(received * int8multirange(int8range(edge + 1, greatest(last, edge) + 1))) as r;
  select coalesce(sum(bit_count(g.bits & ~ bits_up_to(edge, g.block) & bits_of_range(received, g.block))), 0)
    into deleted from gone_block g
    where g.realm_id = in_realm and g.conversation_id = in_home and g.block >= edge / 4096;
  select coalesce(sum(
      bit_count(b.bits & bits_up_to(edge, b.block) & ~ coalesce(g.bits, 0::bit(4096)))
      - bit_count(b.bits & ~ bits_up_to(edge, b.block) & ~ coalesce(g.bits, 0::bit(4096)))
    ), 0) into excepted
    from read_block b
    left join gone_block g on g.realm_id = in_realm and g.conversation_id = in_home and g.block = b.block
    where b.realm_id = in_realm and b.user_id = in_user and b.conversation_id = in_home;
  return ahead - deleted + excepted;
end
$$;
