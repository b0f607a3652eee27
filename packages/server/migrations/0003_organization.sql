-- Up Migration

create sequence linkifier_id;

create table linkifier (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('linkifier_id'),
  pattern text not null,
  url_template text not null,
  example_input text,
  reverse_template text,
  alternative_url_templates text[] not null default '{}',
  display_order bigint not null,
  primary key (realm_id, id),
  unique (realm_id, pattern)
);

create sequence realm_domain_id;

create table realm_domain (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('realm_domain_id'),
  domain text not null,
  allow_subdomains boolean not null,
  primary key (realm_id, id),
  unique (realm_id, domain)
);
