-- Trigger: records the end of a queue that received messages, so that a job can notify its user of those that no client
-- has acknowledged. A new epoch ends all queues, and clients register again at once.
create or replace function note_lost_queue() returns trigger language plpgsql as $$
begin
  if old.offline_at is null and old.acknowledged is not null and receives_messages(old.client_options)
    and coalesce(current_setting('parley.begins_epoch', true), '') = ''
    -- The queues of a deleted organization end with it.
    and exists (select from realm where id = old.realm_id)
  then
    insert into lost_queue (realm_id, user_id, acknowledged)
    values (old.realm_id, old.user_id, old.acknowledged);
  end if;
  return null;
end
$$;
