-- beside: 0.2.0
-- A copy of an organization for trials: nothing leaves it by e-mail, push or webhook (`keep_home`).
alter table realm add column is_copy boolean not null default false;
