import { setTimeout as pause } from 'node:timers/promises';
import { webhookSamples } from '@parley/server/chat/incoming-webhooks/samples.ts';
import { flood } from '@parley/test-support/flood.ts';
import { evidence, type Attack } from '../attack.ts';
import { sendFrom, type Answer } from '../client.ts';
import { ASSET_PATH } from '../node-process.ts';
import { GUEST, PASSWORD, type Stage } from '../stage.ts';
import { streamHead } from './exhaustion.ts';
import { channelOf, prepared, sayIn, textOf } from './helpers.ts';

/** Processor time of the main thread for one request; far above that of a large one on a slow machine. */
const MAX_THREAD_MS = 200;
const SUCCESS = `a request takes more than ${MAX_THREAD_MS} ms of the main thread`;
const REPETITIONS = 3;
const MIB = 1024 * 1024;
const BUDGET_SECONDS = 1;
/** The budget, what is given back meanwhile, and work that is not on behalf of the user. */
const MAX_COSTLY_SECONDS = 6;
/** Below the 200 requests that a user may send in a minute. */
const MAX_COSTLY_REQUESTS = 190;
const WEBHOOK_BOT = '2';

/** Attempts to keep the one thread busy that answers everybody. */
export const processorAttacks: readonly Attack[] = [
  {
    name: 'a stranger sends an Accept-Encoding of 14,000 tabs',
    success: SUCCESS,
    attempt: (stage) =>
      slowest(stage, () =>
        stage.send(ASSET_PATH, { headers: { 'accept-encoding': `a${'\t'.repeat(14_000)}b` } }),
      ),
  },
  payloadAttack('jira', 'a comment of 60,000 brackets', (payload) => ({
    ...payload,
    comment: { ...Object(payload['comment']), body: '['.repeat(60_000) },
  })),
  payloadAttack('jira', 'a comment of opened code blocks', (payload) => ({
    ...payload,
    comment: { ...Object(payload['comment']), body: '{code:a'.repeat(9_000) },
  })),
  payloadAttack('gitlab', 'a description of opened comments', (payload) => ({
    ...payload,
    object_attributes: {
      ...Object(payload['object_attributes']),
      action: 'open',
      description: '<!--'.repeat(15_000),
    },
  })),
  {
    name: 'a member reads the history of a message with 70 edits of 10,000 characters',
    success: SUCCESS,
    attempt: async (stage) => {
      const { send, account } = stage;
      const as = await account(undefined, 'evil');
      const message = await sayIn(send, as, await channelOf(send, as, `edits ${as.id}`), 'x');
      for (let n = 0; n < 70; n += 1) {
        const content = `**${n}** ${'word '.repeat(1_990)}`;
        await prepared(send(`/api/v1/messages/${message}`, { method: 'PATCH', as, form: { content } }));
      }
      return slowest(stage, () => send(`/api/v1/messages/${message}/history`, { as }));
    },
  },
  {
    name: 'a guest proposes passwords that are slow to judge',
    success: SUCCESS,
    attempt: async (stage) => {
      const as = await stage.account(GUEST);
      const form = { old_password: PASSWORD, new_password: 'a1'.repeat(50) };
      return slowest(stage, () => stage.send('/api/v1/settings', { method: 'PATCH', as, form }));
    },
  },
  {
    name: 'a member sends the largest requests until the processor time of a minute is used',
    success: `more than ${MAX_COSTLY_SECONDS} s of the main thread are used, or a neighbor is refused`,
    attempt: sendCostly,
  },
  {
    name: 'a guest sends WebSocket frames after one that ends the connection',
    success: 'the node takes 48 MiB of them',
    attempt: async (stage) => {
      const frames = maskedFrames(0x89, 4_096);
      const { sent } = await flood(stage.url, {
        head: await streamHead(stage, await stage.account(GUEST)),
        awaitsAnswer: true,
        piece: (n) => (n === 0 ? maskedFrames(0x81, 1) : n * frames.length < 48 * MIB ? frames : undefined),
      });
      return evidence(sent >= 48 * MIB, `${(sent / MIB).toFixed(0)} MiB`);
    },
  },
];

/** A node with a small budget shows in seconds what the default shows in a minute. */
async function sendCostly(stage: Stage): Promise<string | undefined> {
  const node = await stage.nodeWith({ PARLEY_USER_PROCESSOR_SECONDS: String(BUDGET_SECONDS) });
  try {
    const send = sendFrom(node.url, '127.3.0.1');
    const [as, neighbor] = [await stage.account(undefined, 'evil'), await stage.account()];
    const form = {
      subscriptions: JSON.stringify(Array.from({ length: 14_000 }, (_, n) => ({ name: `c${n}` }))),
    };
    const before = node.threadMs();
    for (let n = 0; n < MAX_COSTLY_REQUESTS; n += 1) {
      const { status, json } = await send('/api/v1/users/me/subscriptions', { as, form });
      const usedSeconds = (node.threadMs() - before) / 1000;
      const { status: other } = await send('/api/v1/users/me', { as: neighbor });
      if (other !== 200) return `the neighbor got ${other}`;
      if (usedSeconds > MAX_COSTLY_SECONDS) return `${usedSeconds.toFixed(1)} s after ${n} requests`;
      if (status === 429 && String(json['msg']).includes('processor time')) return undefined;
    }
    return 'no request was refused';
  } finally {
    await node.stop();
  }
}

/** Masked frames of one byte. */
function maskedFrames(opcode: number, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => Buffer.from([opcode, 0x81, 0, 0, 0, 0, 0x78])));
}

type Payload = Readonly<Record<string, unknown>>;

/** A member sends a hostile payload with the key of an own webhook bot. */
function payloadAttack(integration: string, what: string, change: (payload: Payload) => Payload): Attack {
  return {
    name: `a member sends ${what} by the webhook of ${integration}`,
    success: SUCCESS,
    attempt: async (stage) => {
      const as = await stage.account(undefined, 'evil');
      const bots = (webhookSamples[integration] ?? []).map(async (sample, n) => {
        const form = { short_name: `h${as.id}x${n}`, full_name: `Hook ${as.id} ${n}`, bot_type: WEBHOOK_BOT };
        const key = textOf((await prepared(stage.send('/api/v1/bots', { as, form }))).json, 'api_key');
        return { key, sample };
      });
      for (const { key, sample } of await Promise.all(bots)) {
        const found = await slowest(stage, () =>
          stage.send(`/api/v1/external/${integration}?api_key=${key}`, {
            host: as.host,
            body: JSON.stringify(change({ ...sample.payload })),
            headers: { 'content-type': 'application/json', ...sample.headers },
          }),
        );
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** Evidence if a request takes too long each time; the node may be busy with something else during one. */
async function slowest({ node }: Stage, request: () => Promise<Answer>): Promise<string | undefined> {
  let least = Infinity;
  for (let n = 0; n < REPETITIONS && least > MAX_THREAD_MS; n += 1) {
    const before = node.threadMs();
    await request();
    least = Math.min(least, node.threadMs() - before);
    await pause(100);
  }
  return evidence(least > MAX_THREAD_MS, `${least.toFixed(0)} ms`);
}
