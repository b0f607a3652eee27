-- Trigger: entries of the log change only when the message that they contain is deleted, by nodes of any version. Then
-- recorded deliveries of these entries lose their content too. The ids of an entry's events start at position × 100,000.
create or replace function redact_deliveries() returns trigger language plpgsql as $$
begin
  update event_delivery d set request = '', response = null
  from new_rows n
  where d.realm_id = n.realm_id and d.event_id between n.position * 100000 and n.position * 100000 + 99999;
  return null;
end
$$;
