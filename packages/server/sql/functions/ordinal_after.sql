-- First ordinal of a conversation whose message id is greater than an id. Ids and ordinals increase together.
create or replace function ordinal_after(in_realm bigint, in_home bigint, in_id bigint, last bigint) returns bigint
language plpgsql stable as $$
begin
  return coalesce((
    select ordinal from message
    where realm_id = in_realm and home_id = in_home and id > in_id order by id limit 1
  ), last + 1);
end
$$;
