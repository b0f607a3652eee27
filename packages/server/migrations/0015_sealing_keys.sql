-- Secrets of the server: one row, or two while `parley secret rotate` runs. `id` is a keyed hash of the secret; the
-- secret cannot be computed from it. New values are sealed with the `current` key. A `pending` key has sealed nothing
-- yet; values of a `retiring` key are being sealed again. `opens_unbound` allows values from before this table, which
-- are bound to no row. `names_sealed` is the root of names such as those of avatars, which outlive the secret; it is
-- sealed with this key. `refused_at` is set by a running node that does not have the secret.
create table sealing_key (
  id bytea primary key,
  state text not null check (state in ('pending', 'current', 'retiring')),
  opens_unbound boolean not null,
  names_sealed bytea not null,
  refused_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index sealing_key_current on sealing_key (state) where state = 'current';
