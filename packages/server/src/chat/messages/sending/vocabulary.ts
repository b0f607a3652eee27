import { AlertWords, type Linkifier } from '@parley/markdown';
import { keepRecent } from '../../../engine/db/keep-recent.ts';
import { q, type Reader, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { listEmoji, pictureUrl } from '../../../organization/emoji/rows.ts';
import { listLinkifiers } from '../../../organization/linkifiers/rows.ts';

/** Versions of an organization's linkifiers, alert words and emoji. */
export type Stamps = { readonly linkifiers: number; readonly alertWords: number; readonly emoji: number };

/** The linkifiers, emoji and alert words that apply to every message of an organization. */
export type Vocabulary = {
  readonly linkifiers: readonly Linkifier[];
  /** Image URLs of the organization's custom emoji, by name. */
  readonly emoji: ReadonlyMap<string, string>;
  /** Users whose alert words occur in a text. */
  alertedBy(content: string): ReadonlySet<number>;
};

type StampName = 'linkifiers' | 'alert words' | 'emoji';

/** Raises a version, which invalidates the caches of all nodes. */
export async function raiseStamp(tx: Tx, name: StampName): Promise<void> {
  await tx.all(sql`
    insert into realm_stamp (realm_id, name, stamp) values (${tx.realmId}, ${name}, 1)
    on conflict (realm_id, name) do update set stamp = realm_stamp.stamp + 1`);
}

/** Reads the current versions, for a message that is sent without a channel context. */
export async function readStamps(reader: Reader, realmId: number): Promise<Stamps> {
  const rows = await reader.all(
    q.selectFrom('realm_stamp').select(['name', 'stamp']).where('realm_id', '=', realmId),
  );
  const stamps = new Map(rows.map(({ name, stamp }) => [name, stamp]));
  return {
    linkifiers: stamps.get('linkifiers') ?? 0,
    alertWords: stamps.get('alert words') ?? 0,
    emoji: stamps.get('emoji') ?? 0,
  };
}

/** The least recently used organization is evicted first. */
const MAX_CACHED_REALMS = 1000;

type Cached = {
  readonly linkifiers: Stamped<readonly Linkifier[]>;
  readonly words: Stamped<AlertWords<number>>;
  readonly emoji: Stamped<ReadonlyMap<string, string>>;
};
type Stamped<T> = { readonly stamp: number; readonly value: T };

/** Caches vocabularies and reads a part again only when its version has changed. */
export function createVocabularies(reader: Reader): (realmId: number, stamps: Stamps) => Promise<Vocabulary> {
  const cached = new Map<number, Cached>();
  return async (realmId, stamps) => {
    const known = cached.get(realmId);
    const linkifiers = await fresh(known?.linkifiers, stamps.linkifiers, (stamp) =>
      readLinkifiers(reader, realmId, stamp),
    );
    const words = await fresh(known?.words, stamps.alertWords, (stamp) => readWords(reader, realmId, stamp));
    const emoji = await fresh(known?.emoji, stamps.emoji, (stamp) => readEmoji(reader, realmId, stamp));
    keepRecent(cached, realmId, { linkifiers, words, emoji }, MAX_CACHED_REALMS);
    return {
      linkifiers: linkifiers.value,
      emoji: emoji.value,
      alertedBy: (content) => words.value.ownersIn(content),
    };
  };
}

async function fresh<T>(
  known: Stamped<T> | undefined,
  stamp: number,
  read: (stamp: number) => Promise<T>,
): Promise<Stamped<T>> {
  return known?.stamp === stamp ? known : { stamp, value: await read(stamp) };
}

/** Version 0: the organization has never had linkifiers. */
async function readLinkifiers(reader: Reader, realmId: number, stamp: number): Promise<Linkifier[]> {
  const rows = stamp === 0 ? [] : await listLinkifiers(reader, realmId);
  return rows.map((row) => ({ pattern: row.pattern, urlTemplate: row.url_template }));
}

async function readWords(reader: Reader, realmId: number, stamp: number): Promise<AlertWords<number>> {
  const rows =
    stamp === 0
      ? []
      : await reader.all(
          q.selectFrom('alert_word').select(['word', 'user_id']).where('realm_id', '=', realmId),
        );
  return new AlertWords(rows.map(({ word, user_id }) => [word, user_id] as const));
}

async function readEmoji(reader: Reader, realmId: number, stamp: number): Promise<Map<string, string>> {
  const rows = stamp === 0 ? [] : await listEmoji(reader, realmId);
  return new Map(rows.flatMap((row) => (row.is_deactivated ? [] : [[row.name, pictureUrl(row)] as const])));
}
