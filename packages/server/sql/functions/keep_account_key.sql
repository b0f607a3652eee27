-- Trigger: gives the key in the row of a user its credential, by which it is looked up.
create or replace function keep_account_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.key_hash is not distinct from old.key_hash then return null; end if;
    delete from credential where realm_id = old.realm_id and secret_hash = old.key_hash;
  end if;
  if new.key_hash is not null then
    insert into credential (realm_id, user_id, kind, secret_hash, name, created_at, last_used)
    values (new.realm_id, new.id, 'key', new.key_hash, case when new.bot_type is null then 'API key' else 'Bot' end,
      now(), null);
  end if;
  return null;
end
$$;
