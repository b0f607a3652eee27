import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHold, deleteHold } from '@parley/contract/endpoints/holds.ts';
import {
  deleteMessage,
  deleteTopic,
  sendMessage,
  updateMessage,
} from '@parley/contract/endpoints/messages.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { importChat } from '@parley/server/app/portability/chats/import-chat.ts';
import { openArchive } from '@parley/server/app/portability/chats/open-archive.ts';
import { deleteUser } from '@parley/server/app/portability/delete-user.ts';
import { q, sql } from '@parley/server/engine/db/sql.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { isHeld, isUserHeld, type Message, type Person } from './model.ts';
import type { Stage } from './world.ts';

const TOPICS = ['a', 'b'] as const;
/** Days that pass, and for which messages are kept. */
const DAYS = [1, 2, 5, 9] as const;
const DAY_MS = 86_400_000;

/** A step performs something on the server and on the model; undefined if there is nothing to do it with. */
type Step = (stage: Stage) => Promise<string | undefined>;

export const steps: readonly { readonly name: string; readonly weight: number; readonly run: Step }[] = [
  { name: 'send to a channel', weight: 6, run: sendToChannel },
  { name: 'send to people', weight: 3, run: sendToPeople },
  { name: 'edit', weight: 2, run: edit },
  { name: 'move', weight: 2, run: move },
  { name: 'delete', weight: 1, run: remove },
  { name: 'delete a topic', weight: 1, run: removeTopic },
  { name: 'hold', weight: 2, run: hold },
  { name: 'release', weight: 2, run: release },
  { name: 'limit a channel', weight: 2, run: limitChannel },
  { name: 'limit the organization', weight: 1, run: limitRealm },
  { name: 'wait', weight: 3, run: wait },
  { name: 'import', weight: 1, run: importOne },
  { name: 'delete a user', weight: 1, run: removeUser },
];

function living(stage: Stage): Person[] {
  return stage.model.people.filter(({ isDeleted }) => !isDeleted);
}

function userOf({ users }: Stage, { id }: Pick<Person, 'id'>): TestUser {
  const user = users.get(id);
  if (user === undefined) throw new Error(`User ${id} has no connection.`);
  return user;
}

async function contentOf(
  stage: Stage,
  user: TestUser,
): Promise<{ word: string; content: string; file?: NonNullable<Message['file']> }> {
  const word = stage.word();
  if (!stage.random.chance(0.4)) return { word, content: word };
  const file = stage.word();
  const { body } = await sendFiles(stage.server, user, '/user_uploads', [Buffer.from(file)]);
  const url = String(body['url']);
  return { word, content: `${word} [file](${url})`, file: { url, word: file } };
}

async function sendToChannel(stage: Stage): Promise<string> {
  const { random, model } = stage;
  const sender = random.pick(living(stage));
  const user = userOf(stage, sender);
  const { content, ...text } = await contentOf(stage, user);
  const place = { channel: random.below(model.channels.length) };
  const topic = random.pick(TOPICS);
  const to = model.channels[place.channel]?.id ?? 0;
  const { id } = await user.connection.call(sendMessage, { type: 'channel', to, topic, content });
  model.messages.push({ id, sender: sender.id, place, topic, earlier: [], days: 0, ...text });
  return `${id} by ${sender.id} in ${place.channel}`;
}

async function sendToPeople(stage: Stage): Promise<string> {
  const { random, model, owner } = stage;
  const sender = random.pick(living(stage));
  const other = random.pick([owner.id, ...living(stage).map(({ id }) => id)]);
  const user = userOf(stage, sender);
  const { content, ...text } = await contentOf(stage, user);
  const { id } = await user.connection.call(sendMessage, { type: 'direct', to: [other], content });
  const place = { people: [...new Set([sender.id, other])] };
  model.messages.push({ id, sender: sender.id, place, topic: '', earlier: [], days: 0, ...text });
  return `${id} by ${sender.id} to ${other}`;
}

/** A message that the owner may change, or only its sender. */
function pickMessage(stage: Stage, isFit: (message: Message) => boolean): Message | undefined {
  const fit = stage.model.messages.filter((message) => message.wasDue !== true && isFit(message));
  return fit.length === 0 ? undefined : stage.random.pick(fit);
}

/** Performs a change that has to be refused while a message is on hold; returns whether it was made. */
async function unlessHeld(isOnHold: boolean, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
  } catch (error) {
    if (!isOnHold || !String(error).includes('is on hold')) throw error;
    return false;
  }
  if (isOnHold) throw new Error('A change of something on hold was not refused.');
  return true;
}

async function edit(stage: Stage): Promise<string | undefined> {
  const people = new Set(living(stage).map(({ id }) => id));
  const message = pickMessage(stage, ({ sender, file }) => people.has(sender) && file === undefined);
  if (message === undefined) return undefined;
  const { connection } = userOf(stage, { id: message.sender });
  const word = stage.word();
  const args = { message_id: message.id, content: word };
  if (await unlessHeld(isHeld(stage.model, message), () => connection.call(updateMessage, args)))
    Object.assign(message, { word, earlier: [...message.earlier, message.word] });
  else stage.gone.add(word);
  return String(message.id);
}

async function move(stage: Stage): Promise<string | undefined> {
  const { model, random, owner } = stage;
  const message = pickMessage(stage, ({ place }) => 'channel' in place);
  if (message === undefined || !('channel' in message.place)) return undefined;
  const channel = random.below(model.channels.length);
  const topic = random.pick(TOPICS);
  if (channel === message.place.channel && topic === message.topic) return undefined;
  const to = {
    ...(channel === message.place.channel ? {} : { stream_id: model.channels[channel]?.id ?? 0 }),
    ...(topic === message.topic ? {} : { topic }),
  };
  const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
  const args = { message_id: message.id, ...to, ...quiet };
  if (await unlessHeld(isHeld(model, message), () => owner.connection.call(updateMessage, args)))
    Object.assign(message, { place: { channel }, topic });
  return `${message.id} to ${channel}`;
}

async function remove(stage: Stage): Promise<string | undefined> {
  const { model, owner } = stage;
  const message = pickMessage(stage, ({ place }) => 'channel' in place);
  if (message === undefined) return undefined;
  const { id } = message;
  if (
    await unlessHeld(isHeld(model, message), () => owner.connection.call(deleteMessage, { message_id: id }))
  )
    forget(stage, [message]);
  return String(id);
}

async function removeTopic(stage: Stage): Promise<string | undefined> {
  const { model, owner } = stage;
  const one = pickMessage(stage, ({ place }) => 'channel' in place);
  if (one === undefined || !('channel' in one.place)) return undefined;
  const { channel } = one.place;
  const all = model.messages.filter(
    ({ place, topic }) => 'channel' in place && place.channel === channel && topic === one.topic,
  );
  const args = { stream_id: model.channels[channel]?.id ?? 0, topic_name: one.topic };
  const isOnHold = all.some((message) => isHeld(model, message));
  if (await unlessHeld(isOnHold, () => owner.connection.call(deleteTopic, args))) forget(stage, all);
  return `${all.length} messages`;
}

/** Messages are gone; their files go when nothing has linked them for long enough. */
export function forget(stage: Stage, messages: readonly Message[]): void {
  const gone = new Set(messages);
  stage.model.messages = stage.model.messages.filter((message) => !gone.has(message));
  for (const { word, earlier, file, sender } of messages) {
    for (const one of [word, ...earlier]) stage.gone.add(one);
    if (file !== undefined) stage.model.orphans.push({ ...file, owner: sender, days: 0 });
  }
}

async function hold(stage: Stage): Promise<string> {
  const { random, model, owner } = stage;
  const person = random.chance(0.5) ? random.pick(living(stage)).id : undefined;
  const channel = random.below(model.channels.length);
  const target = person === undefined ? { stream_id: model.channels[channel]?.id ?? 0 } : { user_id: person };
  const { id } = await owner.connection.call(createHold, { ...target, reason: 'case 7' });
  model.holds.push({ id, ...(person === undefined ? { channel } : { user: person }) });
  return JSON.stringify(target);
}

async function release({ random, model, owner }: Stage): Promise<string | undefined> {
  if (model.holds.length === 0) return undefined;
  const { id } = random.pick(model.holds);
  await owner.connection.call(deleteHold, { hold_id: id });
  model.holds = model.holds.filter((one) => one.id !== id);
  return String(id);
}

async function limitChannel({ random, model, owner }: Stage): Promise<string> {
  const channel = random.pick(model.channels);
  const days = random.pick(['default', 'unlimited', ...DAYS] as const);
  await owner.connection.call(updateStream, {
    stream_id: channel.id,
    message_retention_days: days === 'default' ? 'realm_default' : days,
  });
  channel.days = days;
  return `${channel.name} ${days}`;
}

async function limitRealm({ random, model, owner }: Stage): Promise<string> {
  const days = random.pick(['unlimited', ...DAYS] as const);
  model.days = days === 'unlimited' ? undefined : days;
  await owner.connection.call(updateRealm, { message_retention_days: days });
  return String(days);
}

/** Days pass: everything gets older. */
async function wait({ random, model, server }: Stage): Promise<string> {
  const days = random.pick([...DAYS, 31]);
  const { pool } = server.server.world;
  await pool.all(sql`update message set sent_at = sent_at - make_interval(days => ${days})`);
  await pool.all(sql`update attachment set unused_since = unused_since - make_interval(days => ${days})`);
  for (const aged of [...model.messages, ...model.orphans]) aged.days += days;
  for (const person of living({ model } as Stage)) person.uploadDays += days;
  return String(days);
}

/** A message of another chat, as old as it was there, comes into a channel that exists. */
async function importOne(stage: Stage): Promise<string> {
  const { random, model, server } = stage;
  const { world } = server.server;
  const sender = random.pick(living(stage));
  const { email } = userOf(stage, sender);
  const [word, age] = [stage.word(), random.pick(DAYS) + 5];
  const lines = mattermostLines(email, word, Date.now() - age * DAY_MS);
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-keep-'));
  try {
    const file = path.join(directory, 'export.jsonl');
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const realm = await world.pool.first(q.selectFrom('realm').selectAll().where('id', '=', server.realmId));
    if (realm === undefined) throw new Error('There is no organization.');
    const archive = await openArchive('mattermost', file);
    await importChat(world, realm, archive);
    await archive.close();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  const row = await world.pool.first(sql<{ id: number; topic: string }>`
    select id, topic from message where realm_id = ${server.realmId} and content = ${word}`);
  if (row === undefined) throw new Error('The imported message is missing.');
  const place = { channel: model.channels.findIndex(({ name }) => name === 'open') };
  model.messages.push({ ...row, sender: sender.id, place, word, earlier: [], days: age });
  return `${row.id} by ${sender.id}, ${age} days old`;
}

function mattermostLines(email: string, message: string, at: number): unknown[] {
  const line = (type: string, content: object) => ({ type, [type]: content });
  const channels = [{ name: 'open', roles: 'channel_user' }];
  return [
    { type: 'version', version: 1 },
    line('team', { name: 'acme', display_name: 'Acme', type: 'O', description: '' }),
    line('channel', { team: 'acme', name: 'open', display_name: 'open', type: 'O' }),
    line('user', {
      username: email.split('@')[0],
      email,
      roles: 'system_user',
      teams: [{ name: 'acme', roles: 'team_user', channels }],
    }),
    line('post', {
      team: 'acme',
      channel: 'open',
      user: email.split('@')[0],
      message,
      create_at: Math.round(at),
    }),
  ];
}

async function removeUser(stage: Stage): Promise<string | undefined> {
  const { random, model, server } = stage;
  if (living(stage).length < 3) return undefined;
  const person = random.pick(living(stage));
  const removesMessages = random.chance(0.6);
  const row = { realm_id: server.realmId, id: person.id };
  const isGone = await unlessHeld(isUserHeld(model, person.id), () =>
    deleteUser(server.server.world, row, { removesMessages }),
  );
  if (!isGone) return `${person.id} is held`;
  person.isDeleted = true;
  person.isRemoved = removesMessages;
  stage.users.delete(person.id);
  for (const word of person.words) stage.goneNames.add(word);
  stage.goneFiles.add(person.upload);
  for (const orphan of model.orphans.filter(({ owner }) => owner === person.id)) orphan.days = Infinity;
  return `${person.id}${removesMessages ? ' with messages' : ''}`;
}
