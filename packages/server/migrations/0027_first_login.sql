-- Accounts that an administrator or the API created, until their first login sets date_joined.
alter table realm_user add column awaits_first_login boolean not null default false;
