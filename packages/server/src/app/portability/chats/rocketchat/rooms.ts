import { limits } from '@parley/contract/limits.ts';
import type { ImportedChannel, ImportedPlace, Member } from '../form.ts';
import { textOf, uniqueName } from '../texts.ts';
import { firstText, numberOf, objectOf, textsOf, type JsonObject } from '../values.ts';

/** Conversations of more people become private channels. */
const MAX_DIRECT = 50;

export type RoomHome = { readonly place: ImportedPlace; readonly topic?: string };

export type Rooms = {
  readonly channels: readonly ImportedChannel[];
  readonly directs: readonly (readonly Member[])[];
  /** Homes by the ids of rooms. */
  readonly homes: ReadonlyMap<string, RoomHome>;
  /** Rooms that are not taken, by kind. */
  readonly left: ReadonlyMap<string, number>;
};

/** Rooms become channels and direct conversations, and discussions topics of their channel. */
export function roomsOf(rooms: readonly JsonObject[], subscriptions: readonly JsonObject[]): Rooms {
  const byId = new Map(rooms.map((room) => [textOf(room['_id']), room]));
  const members = Map.groupBy(
    subscriptions.filter(({ status }) => status !== 'INVITED'),
    (row) => textOf(row['rid']),
  );
  const teams = new Map(
    rooms
      .filter((room) => room['teamMain'] === true)
      .map((room) => [textOf(room['teamId']), firstText(room['fname'], room['name'])]),
  );
  const channels: ImportedChannel[] = [];
  const directs: Member[][] = [];
  const homes = new Map<string, RoomHome>();
  const left = new Map<string, number>();
  for (const [id, room] of byId) {
    const kind = textOf(room['t']);
    const people = [...new Set(textsOf(room['uids']))];
    const own = (members.get(id) ?? []).map(memberOf);
    if (textOf(room['prid']) !== '' && byId.has(textOf(room['prid']))) continue;
    if (kind === 'd' && people.length <= MAX_DIRECT) {
      homes.set(id, { place: { people } });
      directs.push(people.map((person) => own.find((one) => one.person === person) ?? { person }));
    } else if (kind === 'c' || kind === 'p' || kind === 'd') {
      channels.push(channelOf(id, room, own, teams.get(textOf(room['teamId']))));
      homes.set(id, { place: { channel: id } });
    } else left.set('rooms of other kinds', (left.get('rooms of other kinds') ?? 0) + 1);
  }
  addDiscussions(byId, homes);
  return { channels, directs, homes, left };
}

function memberOf(row: JsonObject): Member {
  return {
    person: textOf(objectOf(row['u'])['_id']),
    isMuted: row['disableNotifications'] === true,
    isPinned: row['f'] === true,
    readUpTo: numberOf(row['ls']) ?? numberOf(row['ts']) ?? 0,
  };
}

function channelOf(
  key: string,
  room: JsonObject,
  members: readonly Member[],
  team: string | undefined,
): ImportedChannel {
  return {
    key,
    name: firstText(room['fname'], room['name'], key),
    description: firstText(room['description'], room['topic'], room['announcement']),
    isPrivate: textOf(room['t']) !== 'c',
    isHistoryPublic: true,
    isArchived: room['archived'] === true,
    isDefault: room['default'] === true,
    createdAt: numberOf(room['ts']),
    creator: textOf(objectOf(room['u'])['_id']) || undefined,
    folder: team,
    members,
    ...(room['ro'] === true ? { permissions: { can_send_message_group: 'role:administrators' } } : {}),
  };
}

/** A discussion is a topic where its first room is; discussions of discussions are too. */
function addDiscussions(byId: ReadonlyMap<string, JsonObject>, homes: Map<string, RoomHome>): void {
  const topics = new Map<string, Set<string>>();
  for (const [id, room] of byId) {
    const root = rootOf(byId, id);
    const home = homes.get(root);
    if (root === id || home === undefined) continue;
    const taken = topics.get(root) ?? new Set(['general']);
    topics.set(root, taken);
    const name = firstText(room['fname'], room['topic'], 'discussion').replaceAll(/\s+/g, ' ');
    const topic = uniqueName(name, limits.topicLength, (one) => taken.has(one.toLowerCase()));
    taken.add(topic.toLowerCase());
    homes.set(id, 'channel' in home.place ? { place: home.place, topic } : { place: home.place });
  }
}

const MAX_DEPTH = 20;

function rootOf(byId: ReadonlyMap<string, JsonObject>, id: string): string {
  let root = id;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const parent = textOf(byId.get(root)?.['prid']);
    if (parent === '' || !byId.has(parent)) return root;
    root = parent;
  }
  return id;
}
