-- Whether the message with an ordinal was deleted.
create or replace function is_gone(in_realm bigint, in_home bigint, in_ordinal bigint) returns boolean
language sql stable as $$
  select get_bit(gone_bits(in_realm, in_home, in_ordinal / 4096), (in_ordinal % 4096)::integer) = 1
$$;
