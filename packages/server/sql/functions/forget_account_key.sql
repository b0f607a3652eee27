-- Trigger: removes the key of an ended credential from the row of its user, so that no node accepts it.
create or replace function forget_account_key() returns trigger language plpgsql as $$
begin
  update realm_user set key_hash = null, key_sealed = null
    where realm_id = old.realm_id and id = old.user_id and key_hash = old.secret_hash;
  return null;
end
$$;
