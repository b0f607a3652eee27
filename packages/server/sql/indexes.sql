-- Indexes on expressions that call functions, so this file is applied after them.

-- New entries stay unsorted up to this many kB, which keeps both merging them and searching them cheap.
create index if not exists message_search on message using gin ((search_words(realm_id, id, search) collate "C"))
  with (gin_pending_list_limit = 64);
