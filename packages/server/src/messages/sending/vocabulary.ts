import { AlertWords, type Linkifier } from '@parley/markdown';
import { q, sql, type Reader } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { listLinkifiers } from '../../linkifiers/queries.ts';

/** Numbers that rise when the words of an organization change. */
export type Stamps = { readonly linkifiers: number; readonly alertWords: number };

/** What every message of an organization is held against. */
export type Vocabulary = {
  readonly linkifiers: readonly Linkifier[];
  /** Whose alert words occur in a text. */
  alertedBy(content: string): ReadonlySet<number>;
};

type StampName = 'linkifiers' | 'alert words';

/** Says that what nodes remember of an organization is no longer true. */
export const raiseStamp = async (tx: Tx, name: StampName): Promise<void> => {
  await tx.all(sql`
    insert into realm_stamp (realm_id, name, stamp) values (${tx.realmId}, ${name}, 1)
    on conflict (realm_id, name) do update set stamp = realm_stamp.stamp + 1`);
};

/** The stamps as they are now, for a message that is sent as a part of something else. */
export const readStamps = async (reader: Reader, realmId: number): Promise<Stamps> => {
  const rows = await reader.all(
    q.selectFrom('realm_stamp').select(['name', 'stamp']).where('realm_id', '=', realmId),
  );
  const stamps = new Map(rows.map(({ name, stamp }) => [name, stamp]));
  return { linkifiers: stamps.get('linkifiers') ?? 0, alertWords: stamps.get('alert words') ?? 0 };
};

/** Organizations whose words are remembered; the ones that sent longest ago make room. */
const MOST = 1000;

type Remembered = { linkifiers: Stamped<readonly Linkifier[]>; words: Stamped<AlertWords<number>> };
type Stamped<T> = { readonly stamp: number; readonly value: T };

/** Reads the words of an organization only when they have changed. */
export const createVocabularies = (
  reader: Reader,
): ((realmId: number, stamps: Stamps) => Promise<Vocabulary>) => {
  const remembered = new Map<number, Remembered>();
  return async (realmId, stamps) => {
    const known = remembered.get(realmId);
    const linkifiers =
      known?.linkifiers.stamp === stamps.linkifiers
        ? known.linkifiers
        : { stamp: stamps.linkifiers, value: await readLinkifiers(reader, realmId, stamps.linkifiers) };
    const words =
      known?.words.stamp === stamps.alertWords
        ? known.words
        : { stamp: stamps.alertWords, value: await readWords(reader, realmId, stamps.alertWords) };
    remembered.delete(realmId);
    remembered.set(realmId, { linkifiers, words });
    const [oldest] = remembered.keys();
    if (remembered.size > MOST && oldest !== undefined) remembered.delete(oldest);
    return { linkifiers: linkifiers.value, alertedBy: (content) => words.value.ownersIn(content) };
  };
};

/** No stamp: there never were any. */
const readLinkifiers = async (reader: Reader, realmId: number, stamp: number): Promise<Linkifier[]> => {
  const rows = stamp === 0 ? [] : await listLinkifiers(reader, realmId);
  return rows.map((row) => ({ pattern: row.pattern, urlTemplate: row.url_template }));
};

const readWords = async (reader: Reader, realmId: number, stamp: number): Promise<AlertWords<number>> => {
  const rows =
    stamp === 0
      ? []
      : await reader.all(
          q.selectFrom('alert_word').select(['word', 'person_id']).where('realm_id', '=', realmId),
        );
  return new AlertWords(rows.map(({ word, person_id }) => [word, person_id] as const));
};
