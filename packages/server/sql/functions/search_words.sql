-- Search keys of a message: each word, prefixed with the organization and the message's range of 65,536 ids. A
-- search therefore never touches other organizations, can start with the newest range, and costs time proportional
-- to its results.
create or replace function search_words(in_realm bigint, in_id bigint, in_search tsvector) returns text[]
language plpgsql immutable parallel safe as $$
declare
  prefix constant text := in_realm || '/' || (in_id >> 16) || '/';
  separator constant text := chr(31);
begin
  return string_to_array(prefix || array_to_string(tsvector_to_array(in_search), separator || prefix), separator);
end
$$;
