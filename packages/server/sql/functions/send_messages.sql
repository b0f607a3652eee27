-- Stores a batch of messages in one statement and returns their ids. Organizations share no rows but commit
-- together: the lock timeout makes a batch of several organizations fail early instead of waiting for one of them.
create or replace function send_messages(
  realms bigint[], access_versions bigint[], audiences text[], events text[], publics boolean[],
  read_at integer[], read_user bigint[],
  senders bigint[], homes bigint[], channels bigint[], topics text[],
  contents text[], rendereds text[], clients text[], times float8[], all_message_flags smallint[],
  flag_at integer[], flag_user bigint[], flag_bits smallint[],
  key_at integer[], keys bytea[], hashes bytea[], policies smallint[]
) returns bigint[] language plpgsql as $$
declare
  ordinals bigint[];
  ids bigint[];
begin
  if realms[1] <> any (realms) then perform set_config('lock_timeout', '200ms', true); end if;
  ordinals := begin_messages(realms, homes, channels, publics, read_at, read_user);
  ids := reserve_positions(realms);
  insert into log_entry (realm_id, position, at, audience, event)
    select realm, id, clock_timestamp(), audience, event
    from unnest(realms, ids, audiences, events) as entry (realm, id, audience, event);
  perform finish_messages(
    realms, ids, ordinals, access_versions, senders, homes, channels, topics, contents, rendereds, clients, times,
    all_message_flags, flag_at, flag_user, flag_bits, key_at, keys, hashes, policies
  );
  return ids;
end
$$;
