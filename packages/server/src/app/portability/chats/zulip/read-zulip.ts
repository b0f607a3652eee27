import { createHash } from 'node:crypto';
import { CommandError } from '../../../cli/explain.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { partsIn } from '../archive/lists.ts';
import type { ChatArchive, ImportedEmoji, ImportedFile, ImportedMessage, LateReaction } from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { firstText, isObject, type JsonObject } from '../values.ts';
import { channelsOf, groupsOf, recipientsOf } from './channels.ts';
import { messagesIn, type ZulipReading } from './messages.ts';
import { peopleOf } from './people.ts';
import { keyIn, readTables, type Tables } from './tables.ts';
import type { Known } from './text.ts';

/** An export of an organization of Zulip: a tar archive of tables as JSON, with files. */
export async function readZulip(files: ArchiveFiles): Promise<ChatArchive> {
  const top = topOf(files);
  const tables = await readTables(files, top);
  const [realm] = tables.rows('zerver_realm');
  if (realm === undefined)
    throw new CommandError('The archive has no organization: it is no export of Zulip.');
  const people = peopleOf(tables, top);
  const channels = channelsOf(tables);
  const groups = groupsOf(tables);
  const known: Known = {
    people: new Map(people.map(({ key, name }) => [key, name])),
    peopleByName: new Map(people.map(({ key, name }) => [name, key]).toReversed() as [string, string][]),
    groupsByName: new Map(groups.map(({ key, name }) => [name, key])),
    channels: new Map(channels.map(({ key, name }) => [key, name])),
    channelsByName: new Map(channels.map(({ key, name }) => [name, key])),
    fileOf: (path, label) => fileOf(files, top, path, label),
  };
  const emoji = emojiOf(tables, top);
  const recipients = recipientsOf(tables);
  return {
    source: 'zulip',
    origin: originOf(realm),
    refused: files.refused,
    people,
    channels,
    groups,
    emoji,
    messages: (report) => readMessages(files, top, tables, { known, recipients, report }),
    reactions: (report) => readReactions(files, top, emoji, report),
    openFile: (name) => files.open(name),
    close: () => files.close(),
  };
}

/** The folder with `realm.json`; archives have one folder at their top. */
function topOf(files: ArchiveFiles): string {
  const [first] = files.names
    .filter((name) => /^(?:[^/]+\/){0,2}realm\.json$/.test(name))
    .toSorted((a, b) => a.length - b.length);
  if (first === undefined) throw new CommandError('The archive is no export of Zulip: it has no realm.json.');
  return first.slice(0, -'realm.json'.length);
}

function originOf(realm: JsonObject): string {
  const name = firstText(realm['uuid'], `${textOf(realm['string_id'])} ${String(realm['date_created'])}`);
  return `zulip ${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

function fileOf(files: ArchiveFiles, top: string, path: string, label: string): ImportedFile | undefined {
  if (path.length > 500) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const place = `${top}uploads/${path}`;
  return { key: path, name: label || name, ...(files.has(place) ? { path: place } : {}) };
}

/** Emoji in use; the original picture if the archive has it. */
function emojiOf(tables: Tables, top: string): ImportedEmoji[] {
  const pictures = new Map(
    tables.emojiFiles
      .toSorted((a, b) => textOf(a['path']).length - textOf(b['path']).length)
      .map((record) => [textOf(record['file_name']).replace(/\.original$/, ''), textOf(record['path'])]),
  );
  return tables
    .rows('zerver_realmemoji')
    .filter((row) => row['deactivated'] !== true)
    .map((row) => {
      const picture = pictures.get(textOf(row['file_name'])) ?? textOf(row['file_name']);
      return { key: keyIn(row, 'id'), name: textOf(row['name']), picture: `${top}emoji/${picture}` };
    });
}

async function* readMessages(
  files: ArchiveFiles,
  top: string,
  tables: Tables,
  reading: ZulipReading,
): AsyncGenerator<ImportedMessage> {
  for (const [kind, count] of tables.left) reading.report.skip(kind, count);
  for (const name of files.names)
    if (name.startsWith(top) && /^messages-\d+\.json$/.test(name.slice(top.length)))
      yield* messagesIn(files, name, reading);
}

async function* readReactions(
  files: ArchiveFiles,
  top: string,
  emoji: readonly ImportedEmoji[],
  report: ImportReport,
): AsyncGenerator<LateReaction> {
  const names = new Map(emoji.map(({ key, name }) => [key, name]));
  for await (const parts of partsIn(files, `${top}realm.json`))
    for (const { key, value } of parts) {
      if (key !== 'zerver_reaction' || !isObject(value)) continue;
      const reaction = reactionOf(value, names);
      if (reaction === undefined) report.skip('reactions with an unknown emoji');
      else yield reaction;
    }
}

function reactionOf(row: JsonObject, names: ReadonlyMap<string, string>): LateReaction | undefined {
  const code = textOf(row['emoji_code']);
  const named = row['reaction_type'] === 'realm_emoji' ? names.get(code) : undefined;
  const emoji =
    named === undefined
      ? /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6}){0,9}$/.test(code) && row['reaction_type'] === 'unicode_emoji'
        ? { code }
        : undefined
      : { name: named };
  if (emoji === undefined) return undefined;
  return { message: keyIn(row, 'message'), person: keyIn(row, 'user_profile'), emoji };
}
