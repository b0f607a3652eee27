-- beside: 0.2.0
-- allows: create index (a few dozen rows for each organization, which only the job of the index writes)
-- Segments of the search index with a damaged or missing page: searches scan their range until it is built again, and
-- `first_id` moves on as new segments cover it.
alter table search_segment add column damaged_at timestamptz;
create index search_segment_damaged on search_segment (realm_id) where damaged_at is not null;

-- The messages of an amendment, from which it is built again; null for other segments, which have all of their range.
alter table search_segment add column message_ids bigint[];
