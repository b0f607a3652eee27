import { createHash } from 'node:crypto';
import { roles } from '@parley/contract/rights/roles.ts';
import { CommandError } from '../../../cli/explain.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import type { ChatArchive, ImportedEmoji, ImportedMessage, Person } from '../form.ts';
import { textOf } from '../texts.ts';
import { textsOf, type JsonObject } from '../values.ts';
import { documentsIn } from './bson.ts';
import { messageOf, type RocketReading } from './messages.ts';
import { personOf } from './people.ts';
import { roomsOf } from './rooms.ts';
import { findStoredFiles, type StoredFiles } from './stored-files.ts';

/** More people, rooms and subscriptions are in no dump. */
const MAX_DOCUMENTS = 2_000_000;

/** A dump of the database of Rocket.Chat, as `mongodump` writes it. */
export async function readRocketChat(files: ArchiveFiles): Promise<ChatArchive> {
  const top = topOf(files);
  const list = (name: string): Promise<JsonObject[]> => listOf(files, `${top}${name}.bson`);
  const users = await list('users');
  const stored = await findStoredFiles(files, top);
  const avatars = new Map(
    (await list('rocketchat_avatars')).map((row) => [
      textOf(row['userId']),
      stored.pathOf('rocketchat_avatars', textOf(row['_id'])),
    ]),
  );
  const people = withOwner(users.flatMap((user) => personOf(user, avatars.get(textOf(user['_id']))) ?? []));
  const rooms = roomsOf(await list('rocketchat_room'), await list('rocketchat_subscription'));
  const emoji = emojiOf(await list('rocketchat_custom_emoji'), stored);
  const names = {
    people: new Map(users.map((user) => [textOf(user['username']), textOf(user['_id'])])),
    rooms: new Map(
      (await list('rocketchat_room'))
        .filter((room) => ['c', 'p'].includes(textOf(room['t'])))
        .map((room) => [textOf(room['name']), textOf(room['_id'])]),
    ),
    emoji: new Set(emoji.map(({ name }) => name)),
  };
  return {
    source: 'rocketchat',
    origin: originOf(people, await list('rocketchat_settings')),
    refused: files.refused,
    people,
    channels: rooms.channels,
    directs: rooms.directs,
    groups: [],
    emoji,
    messages: (report) => {
      for (const [kind, count] of rooms.left) report.skip(kind, count);
      const pathOf = (id: string): string | undefined => stored.pathOf('rocketchat_uploads', id);
      return readMessages(files, top, { names, homes: rooms.homes, report, pathOf });
    },
    openFile: (name) => stored.open(name),
    close: async () => {
      await stored.close();
      await files.close();
    },
  };
}

function topOf(files: ArchiveFiles): string {
  const [first] = files.names
    .filter((name) => /(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/.test(name))
    .toSorted((a, b) => a.length - b.length);
  if (first === undefined)
    throw new CommandError('The archive is no dump of Rocket.Chat: it has no rocketchat_message.bson.');
  return first.slice(0, first.lastIndexOf('/') + 1);
}

async function listOf(files: ArchiveFiles, name: string): Promise<JsonObject[]> {
  const documents: JsonObject[] = [];
  try {
    for await (const document of documentsIn(files, name)) {
      // Passwords and sessions of people are nothing that an import keeps.
      const { services: _, ...rest } = document;
      documents.push(rest);
      if (documents.length > MAX_DOCUMENTS)
        throw new CommandError(`${JSON.stringify(name)} in the archive lists too many objects.`);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${JSON.stringify(name)} in the archive is damaged.`);
  }
  return documents;
}

/** The first administrator is the owner. */
function withOwner(people: readonly Person[]): Person[] {
  const first = people.find(({ role, isActive }) => role === roles.administrator && isActive);
  return people.map((person) => (person === first ? { ...person, role: roles.owner } : person));
}

function originOf(people: readonly Person[], settings: readonly JsonObject[]): string {
  const unique = settings.find((row) => row['_id'] === 'uniqueID');
  const [first] = people
    .filter(({ isBot }) => !isBot)
    .toSorted((a, b) => (a.joinedAt ?? 0) - (b.joinedAt ?? 0) || (a.key < b.key ? -1 : 1));
  const name = textOf(unique?.['value']) || (first?.key ?? 'nobody');
  return `rocketchat ${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/** Each alias is an emoji of its own. */
function emojiOf(rows: readonly JsonObject[], stored: StoredFiles): ImportedEmoji[] {
  return rows.flatMap((row) => {
    const name = textOf(row['name']);
    const file = `${name}.${textOf(row['extension'])}`;
    const picture = stored.pathOf('custom_emoji', file) ?? file;
    return [name, ...textsOf(row['aliases'])].map((one) => ({ key: one, name: one, picture }));
  });
}

async function* readMessages(
  files: ArchiveFiles,
  top: string,
  reading: RocketReading,
): AsyncGenerator<ImportedMessage> {
  try {
    for await (const raw of documentsIn(files, `${top}rocketchat_message.bson`)) {
      const message = messageOf(raw, reading);
      if (message !== undefined) yield message;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    reading.report.skip('ends of files that cannot be read');
  }
}
