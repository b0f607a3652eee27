-- Up Migration

-- What is gone is noted in the conversation where it was sent, while the one where it was is locked: referring
-- to the former would lock it out of order.
alter table gone_block drop constraint gone_block_realm_id_conversation_id_fkey;

comment on column message.arrived_at is
  'A position at which everybody was in the channel who was there when the message came: not after the move''s own, and '
  'after everybody who came or left before it.';
comment on column message_edit.position is
  'Rises from edit to edit of a message; not after the edit''s own position in the log.';
