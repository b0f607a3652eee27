-- Bits of deleted messages in a block.
create or replace function gone_bits(in_realm bigint, in_home bigint, in_block bigint) returns bit(4096)
language plpgsql stable as $$
begin
  return coalesce((
    select bits from gone_block where realm_id = in_realm and conversation_id = in_home and block = in_block
  ), 0::bit(4096));
end
$$;
