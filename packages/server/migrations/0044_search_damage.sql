-- beside: 0.4.0
-- allows: drop column (only nodes of development versions before this file use them)
-- allows: change of rows (a few builds of damaged indexes)
-- A damaged search index is built again as a whole. An index of which a part was being built again begins anew.
delete from search_build b where exists (
  select from search_segment s where s.realm_id = b.realm_id and s.build_id = b.id and s.damaged_at is not null);
alter table search_segment drop column damaged_at, drop column message_ids;
