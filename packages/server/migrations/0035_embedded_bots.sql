-- beside: 0.3.0
-- The service of an embedded bot, which is part of the server.
alter table bot add column service_name text;
