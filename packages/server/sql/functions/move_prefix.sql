-- Advances the prefix within one block: over ordinals that are read, deleted or never received, and over a whole
-- block of which at most half is unread, whose bits then record the unread ordinals.
create or replace function move_prefix(
  received int8multirange, gone bit(4096), block bigint, inout bits bit(4096), inout edge bigint, last bigint
) language plpgsql immutable as $$
declare
  final bigint := least(last, 4096 * block + 4095);
  ahead bit(4096) := bits_up_to(final, block) & ~ bits_up_to(edge, block);
  unread bit(4096) := ahead & bits_of_range(received, block) & ~ gone & ~ bits;
  passed bit(4096);
begin
  if bit_count(unread) = 0 or (final % 4096 = 4095 and bit_count(unread) <= 2048) then
    edge := final;
  else
    edge := 4096 * block + position(B'1' in unread) - 2;
  end if;
  passed := ahead & bits_up_to(edge, block);
  bits := (bits & ~ passed) | (unread & passed);
end
$$;
