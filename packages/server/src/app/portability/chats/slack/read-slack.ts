import { createHash } from 'node:crypto';
import { parseJson } from '../../../../engine/parse-json.ts';
import { CommandError } from '../../../cli/explain.ts';
import { textIn, type ArchiveFiles } from '../archive/archive-files.ts';
import { listIn, objectsIn } from '../archive/lists.ts';
import type {
  ChatArchive,
  ImportedEmoji,
  ImportedChannel,
  ImportedMessage,
  Person,
  ImportedPlace,
} from '../form.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { firstText, objectOf, secondsToMs, textsOf, type JsonObject } from '../values.ts';
import { messageOf } from './messages.ts';
import { botIds, personOf, SLACKBOT } from './people.ts';
import type { SlackReading } from './reading.ts';

/** Conversations of more people become private channels. */
const MAX_DIRECT = 50;

type Room = { readonly key: string; readonly folders: readonly string[]; readonly place: ImportedPlace };

/** An export of a Slack workspace: a zip with a folder for each conversation and a file for each day in it. */
export async function readSlack(zip: ArchiveFiles): Promise<ChatArchive> {
  const top = topOf(zip);
  const list = (name: string): Promise<JsonObject[]> => listIn(zip, top + name);
  const users = [...(await list('users.json')), ...(await list('org_users.json'))];
  const open = await list('channels.json');
  const groups = await list('groups.json');
  const mpims = await list('mpims.json');
  const dms = await list('dms.json');
  const large = mpims.filter(({ members }) => membersOf(members).length > MAX_DIRECT);
  const channels = [
    ...open.map((one) => channelOf(one, false)),
    ...[...groups, ...large].map((one) => channelOf(one, true)),
  ].filter(({ key }) => key !== '');
  const rooms = [
    ...[...open, ...groups, ...large].map((one) => roomOf(one, { channel: textOf(one['id']) })),
    ...[...mpims.filter((one) => !large.includes(one)), ...dms].map((one) =>
      roomOf(one, { people: membersOf(one['members']) }),
    ),
  ];
  const people = withSlackbot(users.map(personOf).filter(({ key }) => key !== ''));
  const emoji = await emojiOf(zip, top);
  const labels = {
    people: new Map(people.map(({ key, name }) => [key, name])),
    channels: new Map(channels.map(({ key, name }) => [key, name])),
    emoji: new Set(emoji.map(({ name }) => name)),
  };
  const uploads = uploadsOf(zip, top);
  return {
    source: 'slack',
    refused: zip.refused,
    origin: originOf(users, open),
    people,
    channels,
    groups: [],
    emoji,
    messages: (report) =>
      readMessages(zip, top, rooms, { labels, bots: botIds(users), report, pathOf: (id) => uploads.get(id) }),
    openFile: (path) => zip.open(path),
    close: () => zip.close(),
  };
}

/** The folder with the lists: some programs pack one directory too deep. */
function topOf(zip: ArchiveFiles): string {
  const names = zip.names.filter((name) => /^(?:[^/]+\/)?(?:channels|users|org_users)\.json$/.test(name));
  const [first] = names.toSorted((a, b) => a.length - b.length);
  if (first === undefined) throw new CommandError('The archive is no export of Slack: it has no users.json.');
  return first.slice(0, first.lastIndexOf('/') + 1);
}

function membersOf(members: unknown): string[] {
  return [...new Set(textsOf(members))];
}

function channelOf(raw: JsonObject, isPrivate: boolean): ImportedChannel {
  const purpose = firstText(objectOf(raw['purpose'])['value'], objectOf(raw['topic'])['value']);
  return {
    key: textOf(raw['id']),
    name: firstText(raw['name'], raw['id']),
    description: purpose,
    isPrivate,
    // New members of a private channel of Slack read its history.
    isHistoryPublic: true,
    isArchived: raw['is_archived'] === true,
    isDefault: raw['is_general'] === true,
    createdAt: secondsToMs(raw['created']),
    creator: textOf(raw['creator']) || undefined,
    members: membersOf(raw['members']).map((person) => ({ person })),
  };
}

function roomOf(raw: JsonObject, place: ImportedPlace): Room {
  const key = textOf(raw['id']);
  return { key, folders: [textOf(raw['name']), key].filter((name) => name !== ''), place };
}

function withSlackbot(people: readonly Person[]): Person[] {
  const unique = [...new Map(people.map((person) => [person.key, person])).values()];
  if (unique.some(({ key }) => key === SLACKBOT)) return unique;
  return [...unique, personOf({ id: SLACKBOT, real_name: 'Slackbot' })];
}

/** The workspace, or what stands for it if people have none. */
function originOf(users: readonly JsonObject[], channels: readonly JsonObject[]): string {
  const team = users.map((user) => textOf(user['team_id'])).find((id) => /^[TE][A-Z0-9]{1,20}$/.test(id));
  const ids = channels.map(({ id }) => textOf(id)).toSorted();
  return `slack ${team ?? createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 16)}`;
}

/** Files that tools add to an export: `__uploads/<file id>/<name>`. */
function uploadsOf(zip: ArchiveFiles, top: string): Map<string, string> {
  const prefix = `${top}__uploads/`;
  return new Map(
    zip.names
      .filter((name) => name.startsWith(prefix))
      .map((name) => [name.slice(prefix.length).split('/')[0] ?? '', name]),
  );
}

/** Custom emoji, if `emoji.json` and their pictures in `emoji/` were added. */
async function emojiOf(zip: ArchiveFiles, top: string): Promise<ImportedEmoji[]> {
  if (!zip.has(`${top}emoji.json`)) return [];
  const listed = objectOf(parseJson(await textIn(zip, `${top}emoji.json`)));
  const pictures = new Map(
    zip.names
      .filter((name) => name.startsWith(`${top}emoji/`))
      .map((name) => [name.slice(top.length + 'emoji/'.length).replace(/\.[a-z]+$/i, ''), name]),
  );
  return Object.entries(objectOf(listed['emoji'] ?? listed)).flatMap(([name, target]) => {
    const original =
      typeof target === 'string' && target.startsWith('alias:') ? target.slice('alias:'.length) : name;
    return [{ key: name, name, picture: pictures.get(original) ?? `emoji/${original}` }];
  });
}

async function* readMessages(
  zip: ArchiveFiles,
  top: string,
  rooms: readonly Room[],
  reading: SlackReading,
): AsyncGenerator<ImportedMessage> {
  const { report } = reading;
  const days = Map.groupBy(
    zip.names.filter((name) => name.startsWith(top) && /\/\d{4}-\d\d-\d\d\.json$/.test(name)),
    (name) => name.slice(top.length, name.lastIndexOf('/')),
  );
  const read = new Set<string>();
  for (const { key, folders, place } of rooms) {
    const folder = folders.find((name) => days.has(name) && !read.has(name));
    if (folder === undefined) continue;
    read.add(folder);
    for (const name of days.get(folder) ?? []) yield* messagesOf(zip, name, key, place, reading);
  }
  countLeft(report, days, read);
}

function countLeft(
  report: ImportReport,
  days: ReadonlyMap<string, readonly string[]>,
  read: ReadonlySet<string>,
): void {
  for (const folder of days.keys())
    if (folder.startsWith('FC:')) report.skip('canvases');
    else if (!read.has(folder)) report.skip('folders of conversations that are not listed');
}

async function* messagesOf(
  zip: ArchiveFiles,
  name: string,
  key: string,
  place: ImportedPlace,
  reading: SlackReading,
): AsyncGenerator<ImportedMessage> {
  for await (const objects of objectsIn(zip, name, '', () => reading.report.skip('days that cannot be read')))
    for (const raw of objects) {
      const message = messageOf(raw, key, place, reading);
      if (message !== undefined) yield message;
    }
}
