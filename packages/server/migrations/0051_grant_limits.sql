-- beside: 0.4.0
-- Limits of a grant: channels, null for all conversations, and the time from which it reads messages, null for all.
alter table credential
  add column channels bigint[],
  add column since timestamptz;
