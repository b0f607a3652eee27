-- beside: 0.4.0
-- outside a transaction
-- Ids of messages of other chats: their send times are older than those of the messages before them.
drop index concurrently if exists imported_message;
create index concurrently imported_message on imported (realm_id, id) where kind = 'message';
