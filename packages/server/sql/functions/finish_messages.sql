-- The second half of storing messages, which have log positions (`ids`) and ordinals of begin_messages.
create or replace function finish_messages(
  realms bigint[], ids bigint[], ordinals bigint[], access_versions bigint[],
  senders bigint[], homes bigint[], channels bigint[], topics text[],
  contents text[], rendereds text[], clients text[], times float8[], all_message_flags smallint[],
  flag_at integer[], flag_user bigint[], flag_bits smallint[],
  key_at integer[], keys bytea[], hashes bytea[], policies smallint[]
) returns void language plpgsql as $$
begin
  perform check_access_version(realms, access_versions);
  perform add_messages(
    realms, ids, ordinals, senders, homes, channels, topics, contents, rendereds, clients, times,
    all_message_flags, flag_at, flag_user, flag_bits, key_at, keys, hashes, policies
  );
end
$$;
