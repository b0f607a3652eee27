-- beside: 0.2.0
-- outside a transaction
-- The due e-mails of one organization, without reading those of others.
drop index concurrently if exists mail_organization_due;
create index concurrently mail_organization_due on mail (realm_id, next_try_at);
