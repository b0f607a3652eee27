import { AlertWords, type Linkifier } from '@parley/markdown';
import { setBounded } from '../../../engine/db/keep-recent.ts';
import { q, type Reader, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { listEmoji, pictureUrl } from '../../../organization/emoji/rows.ts';
import { listLinkifiers } from '../../../organization/linkifiers/rows.ts';

/** Versions of an organization's linkifiers, alert words and emoji. */
export type VocabularyVersions = {
  readonly linkifiers: number;
  readonly alertWords: number;
  readonly emoji: number;
};

/** The linkifiers, emoji and alert words that apply to every message of an organization. */
export type Vocabulary = {
  readonly linkifiers: readonly Linkifier[];
  /** Image URLs of the organization's custom emoji, by name. */
  readonly emoji: ReadonlyMap<string, string>;
  /** Users whose alert words occur in a text. */
  alertedBy(content: string): ReadonlySet<number>;
};

type VocabularyName = 'linkifiers' | 'alert words' | 'emoji';

/** Raises a version, which invalidates the caches of all nodes. */
export async function raiseVocabularyVersion(tx: Tx, name: VocabularyName): Promise<void> {
  await tx.all(sql`
    insert into vocabulary_version (realm_id, name, version) values (${tx.realmId}, ${name}, 1)
    on conflict (realm_id, name) do update set version = vocabulary_version.version + 1`);
}

/** Reads the current versions, for a message that is sent without a channel context. */
export async function readVocabularyVersions(reader: Reader, realmId: number): Promise<VocabularyVersions> {
  const rows = await reader.all(
    q.selectFrom('vocabulary_version').select(['name', 'version']).where('realm_id', '=', realmId),
  );
  const versions = new Map(rows.map(({ name, version }) => [name, version]));
  return {
    linkifiers: versions.get('linkifiers') ?? 0,
    alertWords: versions.get('alert words') ?? 0,
    emoji: versions.get('emoji') ?? 0,
  };
}

/** The least recently used organization is evicted first. */
const MAX_CACHED_REALMS = 1000;

type Cached = {
  /** The epoch in which the reads began: another history may reach the same versions. */
  readonly epoch: string | undefined;
  readonly linkifiers: Versioned<readonly Linkifier[]>;
  readonly words: Versioned<AlertWords<number>>;
  readonly emoji: Versioned<ReadonlyMap<string, string>>;
};
type Versioned<T> = { readonly version: number; readonly value: T };

/** Caches vocabularies and reads a part again only when its version has changed. */
export function createVocabularies(
  reader: Reader,
  epochToken: () => string | undefined,
): (realmId: number, versions: VocabularyVersions) => Promise<Vocabulary> {
  const cached = new Map<number, Cached>();
  return async (realmId, versions) => {
    const epoch = epochToken();
    const entry = cached.get(realmId);
    const known = entry?.epoch === epoch ? entry : undefined;
    const linkifiers = await fresh(known?.linkifiers, versions.linkifiers, (version) =>
      readLinkifiers(reader, realmId, version),
    );
    const words = await fresh(known?.words, versions.alertWords, (version) =>
      readWords(reader, realmId, version),
    );
    const emoji = await fresh(known?.emoji, versions.emoji, (version) => readEmoji(reader, realmId, version));
    setBounded(cached, realmId, { epoch, linkifiers, words, emoji }, MAX_CACHED_REALMS);
    return {
      linkifiers: linkifiers.value,
      emoji: emoji.value,
      alertedBy: (content) => words.value.ownersIn(content),
    };
  };
}

async function fresh<T>(
  known: Versioned<T> | undefined,
  version: number,
  read: (version: number) => Promise<T>,
): Promise<Versioned<T>> {
  return known?.version === version ? known : { version, value: await read(version) };
}

/** Version 0: the organization has never had linkifiers. */
async function readLinkifiers(reader: Reader, realmId: number, version: number): Promise<Linkifier[]> {
  const rows = version === 0 ? [] : await listLinkifiers(reader, realmId);
  return rows.map((row) => ({ pattern: row.pattern, urlTemplate: row.url_template }));
}

async function readWords(reader: Reader, realmId: number, version: number): Promise<AlertWords<number>> {
  const rows =
    version === 0
      ? []
      : await reader.all(
          q.selectFrom('alert_word').select(['word', 'user_id']).where('realm_id', '=', realmId),
        );
  return new AlertWords(rows.map(({ word, user_id }) => [word, user_id] as const));
}

async function readEmoji(reader: Reader, realmId: number, version: number): Promise<Map<string, string>> {
  const rows = version === 0 ? [] : await listEmoji(reader, realmId);
  return new Map(rows.flatMap((row) => (row.is_deactivated ? [] : [[row.name, pictureUrl(row)] as const])));
}
