-- beside: 0.2.0
-- A move is settled when the map leads clients to the new cell. Until then, polls wait in the old cell instead of ending.
alter table realm_transfer add column is_settled boolean not null default false;
