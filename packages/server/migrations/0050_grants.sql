-- beside: 0.4.0
-- Grants: credentials of programs with some of the rights of their users. Nodes of the version before do not know the shape of their
-- tokens, so they refuse them. `token_end` has the last characters of the token, by which its user recognizes it.
alter table credential
  add column scopes text[],
  add column token_end text,
  drop constraint credential_kind_check,
  add constraint credential_kind_check check (kind in ('session', 'key', 'grant')) not valid,
  add constraint credential_scopes_check check ((kind = 'grant') <> (scopes is null)) not valid;
