import type { ArchiveFiles } from '../archive/archive-files.ts';
import { listIn as readList, objectsIn } from '../archive/lists.ts';
import type { ImportedChannel, ImportedPlace } from '../form.ts';
import { firstText, type JsonObject } from '../values.ts';
import { fieldOf, objectIn, textIn } from './fields.ts';

/** Conversations of more people become private channels. */
const MAX_DIRECT = 50;

export type TeamsLayout = {
  readonly channels: readonly ImportedChannel[];
  /** Places by the ids of channels and chats. */
  readonly places: ReadonlyMap<string, ImportedPlace>;
  /** Files with messages. */
  readonly files: readonly string[];
};

/** Teams as folders with their channels, and chats with the people whose files have them. */
export async function layOut(files: ArchiveFiles, top: string): Promise<TeamsLayout> {
  const places = new Map<string, ImportedPlace>();
  const channels: ImportedChannel[] = [];
  const lists = new Map(
    (await readList(files, `${top}teams/teamsList.json`)).map((team) => [textIn(team, 'GroupsId'), team]),
  );
  for (const team of await readList(files, `${top}teams/teamsSettings.json`)) {
    const id = textIn(team, 'Id');
    const folder = `${top}teams/${id}/`;
    const people = (await readList(files, `${folder}teamMembers_${id}.json`)).map((one) =>
      textIn(one, 'UserId'),
    );
    const raw = await readList(files, `${folder}channels_${id}.json`);
    const writers = raw.some(isClosed) ? await writersIn(files, `${folder}messages_${id}.json`) : new Map();
    for (const one of raw) {
      const key = textIn(one, 'Id');
      const members = isClosed(one) ? [...(writers.get(key) ?? [])] : people;
      channels.push(channelOf(key, one, team, lists.get(id), members as string[]));
      places.set(key, { channel: key });
    }
  }
  const chats = await peopleOfChats(files, top);
  for (const [key, people] of chats)
    if (people.size <= MAX_DIRECT) places.set(key, { people: [...people] });
    else {
      channels.push(chatChannel(key, people));
      places.set(key, { channel: key });
    }
  return { channels, places, files: files.names.filter((name) => isMessages(name, top)) };
}

function isMessages(name: string, top: string): boolean {
  return (
    name.startsWith(top) && /^(?:teams|users)\/[^/]+\/messages_[^/]+\.json$/.test(name.slice(top.length))
  );
}

/** Channels that only some of the team read. */
function isClosed(channel: JsonObject): boolean {
  return textIn(channel, 'MembershipType') !== 'standard';
}

function channelOf(
  key: string,
  raw: JsonObject,
  team: JsonObject,
  listed: JsonObject | undefined,
  people: readonly string[],
): ImportedChannel {
  const name = textIn(raw, 'DisplayName');
  const title = textIn(team, 'DisplayName');
  const privacy = firstText(fieldOf(team, 'Visibility'), fieldOf(listed ?? {}, 'Privacy'));
  return {
    key,
    // Each team has a general channel.
    name: firstText(name === 'General' ? title : name, key),
    description: textIn(raw, 'Description'),
    isPrivate: isClosed(raw) || privacy.toLowerCase() !== 'public',
    isHistoryPublic: true,
    isArchived: fieldOf(raw, 'IsArchived') === true || fieldOf(team, 'IsArchived') === true,
    isDefault: false,
    createdAt: Date.parse(textIn(raw, 'CreatedDateTime')) || undefined,
    folder: title || undefined,
    members: [...new Set(people)].map((person) => ({ person })),
  };
}

function chatChannel(key: string, people: ReadonlySet<string>): ImportedChannel {
  return {
    key,
    name: 'Chat',
    description: '',
    isPrivate: true,
    isHistoryPublic: true,
    isArchived: false,
    isDefault: false,
    members: [...people].map((person) => ({ person })),
  };
}

async function writersIn(files: ArchiveFiles, name: string): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>();
  for await (const objects of objectsIn(files, name, '', () => {}))
    for (const raw of objects)
      add(writers, textIn(objectIn(raw, 'ChannelIdentity'), 'ChannelId'), senderOf(raw));
  return writers;
}

/** Both people of a chat of two are in its id; others are those who wrote and those whose files have it. */
async function peopleOfChats(files: ArchiveFiles, top: string): Promise<Map<string, Set<string>>> {
  const chats = new Map<string, Set<string>>();
  for (const name of files.names) {
    const owner = /^users\/([^/]+)\//.exec(name.slice(top.length))?.[1];
    if (owner === undefined || !isMessages(name, top)) continue;
    for await (const objects of objectsIn(files, name, '', () => {}))
      for (const raw of objects) {
        const chat = textIn(raw, 'ChatId');
        const pair = /^19:([0-9a-f-]{36})_([0-9a-f-]{36})@/.exec(chat);
        if (pair === null) add(chats, chat, owner, senderOf(raw));
        else add(chats, chat, pair[1] ?? '', pair[2] ?? '');
      }
  }
  return chats;
}

function add(map: Map<string, Set<string>>, key: string, ...people: readonly string[]): void {
  if (key === '') return;
  const known = map.get(key) ?? new Set();
  map.set(key, known);
  for (const person of people) if (person !== '') known.add(person);
}

function senderOf(raw: JsonObject): string {
  return textIn(objectIn(objectIn(raw, 'From'), 'User'), 'Id');
}
