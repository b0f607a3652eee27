-- Locks and returns a user's read prefix in a conversation. All changes of the read state lock this row first.
create or replace function lock_prefix(in_realm bigint, in_user bigint, in_home bigint) returns bigint
language plpgsql as $$
declare
  edge bigint;
begin
  select prefix into edge from read_state
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home for no key update;
  if found then return edge; end if;
  insert into read_state (realm_id, user_id, conversation_id, prefix)
    values (in_realm, in_user, in_home, 0) on conflict do nothing;
  select prefix into edge from read_state
    where realm_id = in_realm and user_id = in_user and conversation_id = in_home for no key update;
  return edge;
end
$$;
