-- Bits of a block up to an ordinal. Bit n of block b represents ordinal 4096 * b + n.
create or replace function bits_up_to(in_ordinal bigint, in_block bigint) returns bit(4096)
language sql immutable as $$
  select (-1)::bit(4096) << (4096 - greatest(0, least(4096, in_ordinal - 4096 * in_block + 1)))::integer
$$;
