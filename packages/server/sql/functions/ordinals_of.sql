-- Ordinals of the bits that are set in a block.
create or replace function ordinals_of(in_bits bit(4096), in_block bigint) returns setof bigint
language sql immutable rows 100 as $$
  select 4096 * in_block + 8 * (offset_bytes - 4) + n
  from (
    select offset_bytes, get_byte(bytes, offset_bytes) as byte
    from (select bit_send(in_bits) as bytes offset 0) as sent cross join generate_series(4, 515) as offset_bytes
    where get_byte(bytes, offset_bytes) > 0 offset 0
  ) as filled
  cross join generate_series(0, 7) as n
  where byte & (128 >> n) > 0
$$;
