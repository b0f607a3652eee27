-- The first half of storing messages, before they have log positions; returns their ordinals. Every message,
-- in a batch (send_messages) or in a larger transaction (addMessage), takes its locks in this order:
--   1. conversations, by organization and id (reserve_ordinals): ordinals and subscription periods cannot change
--   2. read state of users who have read a message from the start, by user and conversation (read_from_start)
--   3. heads of the log, by organization (reserve_positions or append_log): positions follow the order of commits
-- Then finish_messages writes the rows.
create or replace function begin_messages(
  realms bigint[], homes bigint[], channels bigint[], publics boolean[], read_at integer[], read_user bigint[]
) returns bigint[] language plpgsql as $$
declare
  ordinals bigint[];
begin
  ordinals := reserve_ordinals(realms, homes);
  perform check_public(realms, channels, publics);
  perform read_from_start(realms, homes, channels, ordinals, read_at, read_user);
  return ordinals;
end
$$;
