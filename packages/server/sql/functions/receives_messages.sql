-- Whether a queue with these client options receives messages; one without event types receives all events.
create or replace function receives_messages(client_options jsonb) returns boolean
language sql immutable as $$
  select client_options->'eventTypes' = 'null' or client_options->'eventTypes' ? 'message'
$$;
