-- Up Migration

-- Number of times that a client went back to an acknowledged event. A node that sees a higher number than its own knows
-- that the queue was rewound on another node.
alter table event_queue add column rewinds integer not null default 0;
