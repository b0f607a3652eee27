import type { ArchiveFiles } from '../archive/archive-files.ts';
import { listIn, partsIn } from '../archive/lists.ts';
import { isObject, numberOf, type JsonObject } from '../values.ts';

/** Tables whose rows are held in memory: there are few, compared with messages. */
const HELD = new Set([
  'zerver_realm',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_stream',
  'zerver_channelfolder',
  'zerver_defaultstream',
  'zerver_recipient',
  'zerver_subscription',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_realmemoji',
  'zerver_usertopic',
]);

/** Tables whose rows are counted as not taken. */
const LEFT: Readonly<Record<string, string>> = {
  zerver_alertword: 'alert words',
  zerver_customprofilefield: 'profile fields',
  zerver_muteduser: 'muted people',
  zerver_navigationview: 'views',
  zerver_realmdomain: 'domains',
  zerver_realmfilter: 'linkifiers',
  zerver_realmplayground: 'playgrounds',
  zerver_savedsnippet: 'snippets',
  zerver_scheduledmessage: 'scheduled messages and reminders',
  zerver_submessage: 'votes and entries of polls and to-do lists',
  zerver_userstatus: 'statuses',
};

export type Tables = {
  /** Rows of a table that is held. */
  readonly rows: (table: string) => readonly JsonObject[];
  /** Numbers of rows that are not taken, by kind. */
  readonly left: ReadonlyMap<string, number>;
  readonly emojiFiles: readonly JsonObject[];
  readonly avatars: readonly JsonObject[];
};

/** Reads the tables of `realm.json`; its reactions are read later, as a stream. */
export async function readTables(files: ArchiveFiles, top: string): Promise<Tables> {
  const held = new Map<string, JsonObject[]>();
  const left = new Map<string, number>();
  for await (const parts of partsIn(files, `${top}realm.json`))
    for (const { key, value } of parts) {
      if (!isObject(value)) continue;
      const kind = LEFT[key];
      if (kind !== undefined) left.set(kind, (left.get(kind) ?? 0) + 1);
      if (!HELD.has(key)) continue;
      const rows = held.get(key) ?? [];
      held.set(key, rows);
      rows.push(value);
    }
  return {
    rows: (table) => held.get(table) ?? [],
    left,
    emojiFiles: await listIn(files, `${top}emoji/records.json`),
    avatars: await listIn(files, `${top}avatars/records.json`),
  };
}

/** The id in a column as a key; empty if there is none. */
export function keyIn(row: JsonObject, column: string): string {
  const id = numberOf(row[column]);
  return id === undefined || !Number.isSafeInteger(id) ? '' : String(id);
}
