-- Indexes that call functions or serve triggers, so this file is applied after the functions.

-- New entries stay unsorted up to this many kB, which keeps both merging them and searching them cheap.
create index if not exists message_search on message using gin ((search_words(realm_id, id, search) collate "C"))
  with (gin_pending_list_limit = 64);

-- Recorded deliveries of an event, for `redact_deliveries`.
create index if not exists event_delivery_event on event_delivery (realm_id, event_id);
