-- Search vector of a message.
create or replace function search_of(in_topic text, in_words text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.english', in_topic || ' ' || in_words)
$$;
