-- Trigger: begins to read the log for outgoing webhook bots and embedded bots when an organization gets its first one.
create or replace function start_outgoing_webhooks() returns trigger language plpgsql as $$
begin
  insert into log_reader (realm_id, kind, id, position)
    select realm_id, 'outgoing', 0, head from realm_head where realm_id = new.realm_id
    on conflict do nothing;
  return null;
end
$$;
