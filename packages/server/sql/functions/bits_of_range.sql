-- Bits of a block that lie in ranges of ordinals.
create or replace function bits_of_range(in_ranges int8multirange, in_block bigint) returns bit(4096)
language sql immutable as $$
  select coalesce(
    bit_or(bits_up_to(upper(r) - 1, in_block) & ~ bits_up_to(lower(r) - 1, in_block)), 0::bit(4096)
  )
  from unnest(in_ranges * int8multirange(int8range(4096 * in_block, 4096 * in_block + 4096))) as r
$$;
