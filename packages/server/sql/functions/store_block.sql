-- Stores a block of read_block, or deletes it if it is empty.
create or replace function store_block(
  in_realm bigint, in_user bigint, in_home bigint, in_block bigint, in_bits bit(4096)
) returns void language plpgsql as $$
begin
  if bit_count(in_bits) = 0 then
    delete from read_block
      where realm_id = in_realm and user_id = in_user and conversation_id = in_home and block = in_block;
  else
    insert into read_block (realm_id, user_id, conversation_id, block, bits)
      values (in_realm, in_user, in_home, in_block, in_bits)
      on conflict (realm_id, user_id, conversation_id, block) do update set bits = excluded.bits;
  end if;
end
$$;
