-- Whether an ordinal that a user received is read.
create or replace function is_read(in_realm bigint, in_user bigint, in_home bigint, in_ordinal bigint) returns boolean
language plpgsql stable as $$
begin
  return (in_ordinal <= coalesce((
      select prefix from read_state
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home
    ), 0)) <> coalesce((
      select get_bit(bits, (in_ordinal % 4096)::integer) = 1 from read_block
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home
        and block = in_ordinal / 4096
    ), false);
end
$$;
