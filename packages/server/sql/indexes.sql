-- Indexes that call functions or serve triggers, so this file is applied after the functions.

-- Recorded deliveries of an event, for `redact_deliveries`.
create index if not exists event_delivery_event on event_delivery (realm_id, event_id);
