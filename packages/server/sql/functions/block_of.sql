-- Bits of a block of read_block. Functions that are called once per conversation are written in PL/pgSQL, because
-- SQL functions would be planned again in each calling statement.
create or replace function block_of(in_realm bigint, in_user bigint, in_home bigint, in_block bigint) returns bit(4096)
language plpgsql stable as $$
begin
  return coalesce((
    select bits from read_block
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home and block = in_block
  ), 0::bit(4096));
end
$$;
