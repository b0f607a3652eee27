import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import { flood } from '@parley/test-support/flood.ts';
import { evidence, type Attack } from '../attack.ts';
import { basicOf, type Account } from '../client.ts';
import { MAX_CONNECTIONS } from '../node-process.ts';
import { OWNER } from '../stage.ts';
import { numberOf, textOf, times } from './helpers.ts';

/** Time after which a connection of an unknown caller must be closed. */
const SLOW_LIMIT_MS = 14_000;
const MIB = 1024 * 1024;
const FLOOD_BYTES = 100 * MIB;
const FIELDS = 500;
const value = Buffer.alloc(MIB, 'x');

/** Attempts to use up memory, connections or the event loop. */
export const exhaustionAttacks: readonly Attack[] = [
  bodies('strangers send', () => undefined),
  bodies('a user sends', ({ account }) => account()),
  pingFlood('pings', 0x89),
  pingFlood('pongs', 0x8a),
  {
    name: 'a user sends WebSocket frames that announce 2 exabytes',
    success: 'the connection stays open',
    attempt: async (stage) => {
      const frame = Buffer.from([0x82, 0xff, 0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
      const { isClosed } = await flood(stage.url, {
        head: await streamHead(stage, await stage.account()),
        awaitsAnswer: true,
        piece: (n) => (n === 0 ? frame : undefined),
      });
      return evidence(!isClosed, 'still open');
    },
  },
  {
    name: 'a stranger tries 150 wrong keys',
    success: 'no request is refused with 429',
    attempt: async ({ send, account }) => {
      const owner = await account(OWNER);
      const answers = await times(150, (n) =>
        send('/api/v1/users/me', { as: { ...owner, apiKey: String(n).padStart(32, 'x') } }),
      );
      return evidence(!answers.some(({ status }) => status === 429), 'all were tried');
    },
  },
  {
    name: 'a stranger asks for 400 pictures that must be drawn',
    success: 'the bystander is kept waiting',
    isLong: true,
    attempt: async ({ send, server }) => {
      for (let round = 0; round < 20; round += 1)
        await times(20, (n) => send(`/user_avatars/${server.realmId}/${hash(round * 20 + n)}-medium.png`));
      return undefined;
    },
  },
  {
    name: `a stranger opens ${MAX_CONNECTIONS + 100} connections`,
    success: 'all stay open',
    attempt: async ({ url }) => {
      const { hostname, port } = new URL(url);
      const sockets = Array.from({ length: MAX_CONNECTIONS + 100 }, () =>
        connect({ host: hostname, port: Number(port), localAddress: '127.8.0.1' }).on('error', () => {}),
      );
      const closed = new Set<unknown>();
      for (const socket of sockets) socket.on('data', () => {}).on('close', () => closed.add(socket));
      for (let waited = 0; waited < 3_000 && closed.size < 100; waited += 100) await pause(100);
      for (const socket of sockets) socket.destroy();
      return evidence(closed.size < 100, `${closed.size} were closed`);
    },
  },
  {
    name: 'a user sends a body that unpacks to 64 MiB',
    success: 'the body is unpacked',
    attempt: async ({ send, account }) => {
      const body = gzipSync(Buffer.alloc(64 * MIB, 'a'));
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/x-www-form-urlencoded' };
      const { status } = await send('/api/v1/messages/render', { as: await account(), body, headers });
      return evidence(status === 200 || status >= 500 || status === 0, `status ${status}`);
    },
  },
  {
    name: 'a user sends a form of 100,000 fields',
    success: 'the node fails or needs more than 2 seconds',
    attempt: async ({ send, account }) => {
      const as = await account();
      const body = Array.from({ length: 100_000 }, (_, n) => `f${n}=`).join('&');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const begun = performance.now();
      const { status } = await send('/api/v1/messages/render', { as, body, headers });
      const milliseconds = performance.now() - begun;
      return evidence(
        status >= 500 || status === 0 || milliseconds > 2_000,
        `${status}, ${milliseconds.toFixed(0)} ms`,
      );
    },
  },
  {
    name: 'a user registers 230 event queues',
    success: 'none is refused',
    isLong: true,
    attempt: async ({ send, account }) => {
      const as = await account();
      const answers = await times(230, () =>
        send('/api/v1/register', { as, form: { event_types: '["drafts"]' } }),
      );
      return evidence(
        answers.every(({ status }) => status === 200),
        'all were registered',
      );
    },
  },
  {
    name: 'a stranger pipelines requests and never reads',
    success: 'the node takes more than 16 MiB',
    isLong: true,
    attempt: async ({ url }) => {
      const piece = Buffer.from(
        'GET /api/v1/server_settings HTTP/1.1\r\nHost: parley.test\r\n\r\n'.repeat(1_000),
      );
      const { sent } = await flood(url, {
        head: 'GET /health HTTP/1.1\r\nHost: parley.test\r\n\r\n',
        isReading: false,
        piece: (n) => (n * piece.length < 20 * MIB ? piece : undefined),
      });
      return evidence(sent > 16 * MIB, `${(sent / MIB).toFixed(0)} MiB`);
    },
  },
  slowAttack('headers', 'POST /api/v1/messages HTTP/1.1\r\nHost: parley.test\r\nX: '),
  ...['/api/v1/user_uploads', '/api/v1/tus', '/json/user_uploads', '/api/v1/messages'].map((path) =>
    slowAttack(
      `a body to ${path}`,
      `POST ${path} HTTP/1.1\r\nHost: parley.test\r\nContent-Type: text/plain\r\nContent-Length: 900000\r\n\r\n`,
    ),
  ),
];

type Stage = Parameters<Attack['attempt']>[0];

function bodies(who: string, as: (stage: Stage) => Promise<Account> | undefined): Attack {
  return {
    name: `${who} four multipart bodies of 500 MiB`,
    success: 'the node reads them to the end, or its memory is used up',
    attempt: async (stage) => {
      const account = await as(stage);
      const key = account === undefined ? '' : `Authorization: ${basicOf(account)}\r\n`;
      const head = `POST /api/v1/messages HTTP/1.1\r\nHost: parley.test\r\n${key}Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const results = await times(4, () => flood(stage.url, { head, piece: fieldChunk }));
      const most = Math.max(...results.map(({ sent }) => sent));
      return evidence(most >= FIELDS * MIB, `${(most / MIB).toFixed(0)} MiB were read`);
    },
  };
}

function fieldChunk(n: number): Buffer | undefined {
  if (n >= FIELDS) return undefined;
  const head = `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n`;
  const size = head.length + value.length + 2;
  return Buffer.concat([Buffer.from(`${size.toString(16)}\r\n${head}`), value, Buffer.from('\r\n\r\n')]);
}

function pingFlood(what: string, opcode: number): Attack {
  const frames = Buffer.alloc(131 * 500);
  for (let at = 0; at < frames.length; at += 131) frames.set([opcode, 0xfd], at);
  return {
    name: `a user sends WebSocket ${what} and never reads`,
    success: 'the node takes 100 MiB of them',
    attempt: async (stage) => {
      const { sent } = await flood(stage.url, {
        head: await streamHead(stage, await stage.account()),
        awaitsAnswer: true,
        isReading: false,
        piece: (n) => (n * frames.length < FLOOD_BYTES ? frames : undefined),
      });
      return evidence(sent >= FLOOD_BYTES, `${(sent / MIB).toFixed(0)} MiB`);
    },
  };
}

/** The handshake of an event stream. */
export async function streamHead({ send }: Stage, as: Account): Promise<string> {
  const { json } = await send('/api/v1/register', { as, form: { event_types: '["drafts"]' } });
  const query = `queue_id=${textOf(json, 'queue_id')}&last_event_id=${numberOf(json, 'last_event_id')}`;
  return `GET /api/v1/events/stream?${query} HTTP/1.1\r\nHost: parley.test\r\nAuthorization: ${basicOf(as)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
}

function slowAttack(what: string, head: string): Attack {
  return {
    name: `a stranger sends ${what} byte by byte on ten connections`,
    success: `one is open after ${SLOW_LIMIT_MS / 1000} seconds`,
    isLong: true,
    attempt: async ({ url }) => {
      const open = await times(10, () => isOpenAfter(url, head));
      return evidence(open.includes(true), `${open.filter(Boolean).length} are open`);
    },
  };
}

async function isOpenAfter(url: string, head: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}).on('data', () => {});
  socket.write(head);
  for (let waited = 0; waited < SLOW_LIMIT_MS && !socket.closed; waited += 500) {
    await pause(500);
    if (socket.writable) socket.write('x');
  }
  const isOpen = !socket.closed;
  socket.destroy();
  return isOpen;
}

function hash(n: number): string {
  return n.toString(16).padStart(40, 'a');
}
