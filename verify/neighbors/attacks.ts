import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '@parley/test-support/pictures.ts';
import { WebSocket } from 'ws';
import { movingGif } from './moving-gif.ts';
import { createCaller, type Exchange, type Member } from './client.ts';
import type { Counts } from './attack.ts';
import type { Team } from './stage.ts';

/** The server, the organization that attacks it, and the end of the attack. */
export type Target = {
  readonly url: string;
  readonly hostile: Team;
  readonly signal: AbortSignal;
  readonly counts: Counts;
};

type Attack = (target: Target) => Promise<void>;

/** Requests at the same time; a refused one is repeated after a pause, as a client would that ignores Retry-After. */
const CONCURRENCY = 16;
const REFUSAL_PAUSE_MS = 200;

type NextRequest = (team: Team, turn: number) => Exchange;

/** Sends requests as all members in turn, or as the first ones only. */
function flood(next: NextRequest, memberCount = Infinity, concurrency = CONCURRENCY): Attack {
  return async ({ url, hostile, signal, counts }) => {
    const { call, close } = createCaller(url);
    const members = hostile.members.slice(0, memberCount);
    let turn = 0;
    const work = async (): Promise<void> => {
      while (!signal.aborted) {
        turn += 1;
        const member = members[turn % members.length];
        if (member === undefined) return;
        const status = await call(member, next(hostile, turn)).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status >= 200 && status < 300) counts.accepted += 1;
        else if ((status >= 400 && status < 500) || status === 503) counts.refused += 1;
        else counts.failed += 1;
        if (status >= 300) await sleep(REFUSAL_PAUSE_MS);
      }
    };
    const workers = Array.from({ length: concurrency }, work);
    await Promise.race([
      Promise.all(workers),
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      }),
    ]);
    close();
  };
}

function post(path: string, form: Readonly<Record<string, string>>): Exchange {
  return { method: 'POST', path, form };
}

const LONG_SEARCH = Array.from({ length: 140 }, (_, n) => `word${n}`)
  .join(' ')
  .slice(0, 1000);
const LONG_TEXT = 'abcdefghijklm '.repeat(714);
const MANY_DRAFTS = JSON.stringify(
  Array.from({ length: 90 }, () => ({ type: '', to: [], topic: '', content: 'x'.repeat(9_900) })),
);
const BIG_FILE = Buffer.alloc(20 * 1024 * 1024, 1);

function searchFor(text: string): string {
  return encodeURIComponent(JSON.stringify([{ operator: 'search', operand: text }]));
}

function inHour(): string {
  return String(Math.floor(Date.now() / 1000) + 3600);
}

function sendTo({ channelId }: Team, topic: string, content: string): Exchange {
  return post('/messages', { type: 'stream', to: String(channelId), topic, content });
}

/** Five linkifiers with nested repetitions, then texts on which they take long. */
const linkifiers: Attack = async (target) => {
  const { call, close } = createCaller(target.url);
  const [owner] = target.hostile.members;
  const letters = Array.from({ length: 20 }, (_, n) => `[a-m]{${n + 1},40}`).join('|');
  if (owner !== undefined)
    for (let n = 1; n <= 5; n += 1) {
      const form = {
        pattern: `(?P<x>(?:(?:${letters})+)[0-9]{${n}})`,
        url_template: 'https://x.example/{x}',
      };
      await call(owner, post('/realm/filters', form));
    }
  close();
  await flood(() => post('/messages/render', { content: LONG_TEXT }))(target);
};

/** Begins resumable uploads, 40 at once for each member. */
const tusRace = flood(
  () => ({ method: 'POST', path: '/tus', headers: { 'tus-resumable': '1.0.0', 'upload-length': '1000000' } }),
  Infinity,
  40,
);

/** Connections that send a byte of a body from time to time. */
const slowBodies: Attack = async ({ url, hostile, signal, counts }) => {
  const { hostname, port } = new URL(url);
  const [member] = hostile.members;
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('close', () => {
      counts.refused += 1;
    });
    socket.write(
      `POST /api/v1/user_uploads HTTP/1.1\r\nhost: ${member?.host}\r\nauthorization: ${member?.authorization}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n',
    );
    return socket;
  });
  while (!signal.aborted) {
    for (const socket of sockets) if (socket.writable) socket.write('x');
    await sleep(200);
  }
  for (const socket of sockets) socket.destroy();
};

/** WebSocket connections that send pings as fast as they can and read nothing. */
const pings: Attack = async ({ url, hostile, signal, counts }) => {
  const sockets = await Promise.all(hostile.members.slice(0, 4).map((member) => openStream(url, member)));
  while (!signal.aborted) {
    for (const socket of sockets)
      if (socket.readyState === WebSocket.OPEN)
        for (let n = 0; n < 100; n += 1) {
          socket.ping();
          counts.accepted += 1;
        }
    await sleep(50);
  }
  for (const socket of sockets) socket.terminate();
};

async function openStream(url: string, member: Member): Promise<WebSocket> {
  const { call, close } = createCaller(url);
  const { body } = await call(member, post('/register', { event_types: '["message"]' }));
  const { queue_id, last_event_id } = JSON.parse(body) as { queue_id: string; last_event_id: number };
  close();
  const address = `${url.replace('http', 'ws')}/api/v1/events/stream?queue_id=${queue_id}&last_event_id=${last_event_id}`;
  const socket = new WebSocket(address, {
    headers: { host: member.host, authorization: member.authorization },
  });
  socket.on('error', () => {});
  return socket;
}

/** Everything that a hostile organization does at its limits. */
export const attacks: Readonly<Record<string, Attack>> = {
  'searches of one member': flood(
    () => ({ path: `/messages?anchor=newest&num_before=100&num_after=0&narrow=${searchFor(LONG_SEARCH)}` }),
    1,
    48,
  ),
  'fetches of 5,000 by one member': flood(
    () => ({ path: '/messages?anchor=newest&num_before=5000&num_after=0' }),
    1,
    30,
  ),
  'searches of all members': flood((_team, turn) => ({
    path: `/messages?anchor=newest&num_before=1000&num_after=0&narrow=${searchFor(`questions ${turn % 97}`)}`,
  })),
  'fetches of 5,000 by all members': flood(() => ({
    path: '/messages?anchor=newest&num_before=5000&num_after=0',
  })),
  'expensive linkifiers': linkifiers,
  'long texts to render': flood(() =>
    post('/messages/render', { content: '**a** `b` :smile: @**c** #**d**\n'.repeat(300) }),
  ),
  'animated pictures': flood(() => ({
    method: 'POST',
    path: '/user_uploads',
    file: { name: 'moving.gif', content: movingGif(400, 240) },
  })),
  avatars: flood(() => ({
    method: 'POST',
    path: '/users/me/avatar',
    file: { name: 'a.gif', content: movingGif(400, 60) },
  })),
  'custom emoji': flood((_team, turn) => ({
    method: 'POST',
    path: `/realm/emoji/e${turn}${randomUUID().slice(0, 8)}`,
    file: { name: 'e.png', content: PNG },
  })),
  'invitations and resends': flood((_team, turn) =>
    turn % 2 === 0
      ? post('/invites', { invitee_emails: `stranger${turn}@example.org`, stream_ids: '[]' })
      : post(`/invites/${1 + (turn % 20)}/resend`, {}),
  ),
  registrations: flood(() => post('/register', {})),
  'polls of event queues': flood(() => ({
    path: '/events?queue_id=1:1&last_event_id=-1&dont_block=true',
  })),
  'WebSocket pings': pings,
  'large uploads': flood(() => ({
    method: 'POST',
    path: '/user_uploads',
    file: { name: 'large.bin', content: BIG_FILE },
  })),
  'tus race': tusRace,
  drafts: flood(() => post('/drafts', { drafts: MANY_DRAFTS })),
  'typing notices': flood(({ channelId }, turn) =>
    post('/typing', {
      type: 'stream',
      stream_id: String(channelId),
      topic: 't',
      op: turn % 2 === 0 ? 'start' : 'stop',
    }),
  ),
  'presence reports': flood(() =>
    post('/users/me/presence', { status: 'active', ping_only: 'false', new_user_input: 'true' }),
  ),
  reactions: flood(({ messageIds }, turn) => ({
    method: turn % 2 === 0 ? 'POST' : 'DELETE',
    path: `/messages/${messageIds[0]}/reactions`,
    form: { emoji_name: turn % 3 === 0 ? 'smile' : 'tada' },
  })),
  'bulk changes of flags': flood(({ messageIds }, turn) =>
    post('/messages/flags', {
      messages: JSON.stringify(messageIds.slice(0, 5000)),
      op: turn % 2 === 0 ? 'add' : 'remove',
      flag: 'starred',
    }),
  ),
  'changes of flags by search': flood((_team, turn) =>
    post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: '2500',
      num_after: '2500',
      op: turn % 2 === 0 ? 'add' : 'remove',
      flag: 'read',
      narrow: '[{"operator":"search","operand":"pipeline"}]',
    }),
  ),
  'large groups': flood(({ members }, turn) =>
    post('/user_groups/create', {
      name: `group ${turn} ${randomUUID()}`,
      description: 'x'.repeat(1000),
      members: JSON.stringify(members.map(({ id }) => id)),
    }),
  ),
  channels: flood(({ members }, turn) =>
    post('/channels/create', {
      name: `channel ${turn} ${randomUUID().slice(0, 8)}`,
      subscribers: JSON.stringify(members.map(({ id }) => id)),
    }),
  ),
  'slow bodies': slowBodies,
  'many topics': flood((team, turn) => sendTo(team, `topic ${turn} ${randomUUID()}`, 'text')),
  'long messages': flood((team) => sendTo(team, 'long', LONG_TEXT)),
  edits: flood(({ messageIds }, turn) => ({
    method: 'PATCH',
    path: `/messages/${messageIds[turn % 50]}`,
    form: { content: `${LONG_TEXT.slice(0, 9000)} ${turn}` },
  })),
  'scheduled messages': flood(({ channelId }) =>
    post('/scheduled_messages', {
      type: 'stream',
      to: String(channelId),
      topic: 'later',
      content: LONG_TEXT,
      scheduled_delivery_timestamp: inHour(),
    }),
  ),
  'changes of settings': flood((_team, turn) => ({
    method: 'PATCH',
    path: '/settings',
    form: { full_name: `User ${turn}` },
  })),
};

/** Attacks of the short run: those that stopped other organizations before, and the heaviest writes. */
export const SHORT_ATTACKS: readonly string[] = [
  'searches of one member',
  'fetches of 5,000 by one member',
  'long texts to render',
  'animated pictures',
  'tus race',
  'drafts',
];
