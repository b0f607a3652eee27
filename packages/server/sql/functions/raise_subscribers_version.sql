-- Trigger: increments the version of a channel's subscribers.
create or replace function raise_subscribers_version() returns trigger language plpgsql as $$
begin
  new.subscribers_version := old.subscribers_version + 1;
  return new;
end
$$;
