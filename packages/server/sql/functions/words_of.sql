-- Text of HTML without tags, as the server extracts it from rendered messages.
create or replace function words_of(html text) returns text
language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(
    regexp_replace(html, '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&')
$$;
