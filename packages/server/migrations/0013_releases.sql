-- The release that applied a file of packages/server/sql. An older release leaves the file as it is.
alter table sql_file add column release text;
