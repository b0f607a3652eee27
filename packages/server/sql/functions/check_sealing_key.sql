-- Trigger: refuses a value that was sealed with a secret which is not in use, and holds the key until the commit. So no
-- value of a key can appear after the key was deleted. The column is the argument; see `engine/secrets/sealing-key.ts`
-- for the format.
create or replace function check_sealing_key() returns trigger language plpgsql as $$
declare
  sealed bytea;
begin
  execute format('select ($1).%I', tg_argv[0]) into sealed using new;
  if substring(sealed from 1 for 4) is distinct from 'PRL1'::bytea then return new; end if;
  perform from sealing_key where id = substring(sealed from 5 for 8) and state <> 'pending' for key share;
  if not found and exists (select from sealing_key) then
    raise exception 'a value for table % was sealed with a secret that is not in use', tg_table_name;
  end if;
  return new;
end
$$;
