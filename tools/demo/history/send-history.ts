import { updateMessage } from '@parley/server/chat/messages/editing/update-message.ts';
import { send } from '@parley/server/chat/messages/send/send.ts';
import type { OutgoingMessage } from '@parley/server/chat/messages/send/outgoing-message.ts';
import { storeMessages } from '@parley/server/chat/messages/send/store.ts';
import { clientProgram } from '@parley/server/http/client-name.ts';
import type { Call } from '@parley/server/http/route.ts';
import type { World } from '@parley/server/http/world.ts';
import type { Cast } from '../cast.ts';
import type { TimedMessage, TimelineStep } from './timeline.ts';

/** Ids of sent messages. */
export type SentIds = ReadonlyMap<TimedMessage, number>;

/** Messages that one commit stores. */
const MAX_BATCH_SIZE = 100;

/** Texts whose messages change more than the list of messages, and are therefore sent alone. */
const HAS_EFFECTS = /@\*|^\/(?:poll|todo)|\/user_uploads\//;

/**
 * Sends messages of the past: each one sees the clock of its own time. Plain messages are stored in batches, in the
 * order of the timeline, so that ids grow with time.
 */
export async function sendHistory(
  world: World,
  cast: Cast,
  steps: readonly TimelineStep[],
  progress: (sent: number) => void,
): Promise<SentIds> {
  const ids = new Map<TimedMessage, number>();
  const seen = new Set<string>();
  let batch: TimedMessage[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const sent = await sendBatch(world, cast, batch);
    for (const [index, message] of batch.entries()) ids.set(message, sent[index] ?? 0);
    progress(ids.size);
    batch = [];
  };
  for (const step of steps) {
    if (step.kind === 'send' && !isAlone(step, seen)) batch.push(step);
    else {
      await flush();
      if (step.kind === 'send') ids.set(step, await sendAt(world, cast, step));
      else await change(world, cast, step, ids.get(step.of) ?? 0);
    }
    if (batch.length >= MAX_BATCH_SIZE) await flush();
  }
  await flush();
  return ids;
}

/** The first message of a channel also marks the channel as active. */
function isAlone(message: TimedMessage, seen: Set<string>): boolean {
  const place = placeOf(message);
  const isFirst = !seen.has(place);
  seen.add(place);
  return isFirst || HAS_EFFECTS.test(message.text);
}

function placeOf({ conversation }: TimedMessage): string {
  return 'channel' in conversation ? conversation.channel : conversation.among.join();
}

async function sendAt(world: World, cast: Cast, message: TimedMessage): Promise<number> {
  const { id } = await send(callAt(world, cast, message), requestOf(cast, message));
  return id;
}

function requestOf(cast: Cast, { conversation, text, details }: TimedMessage) {
  const to =
    'channel' in conversation
      ? ({ type: 'channel', to: conversation.channel, topic: conversation.topic } as const)
      : ({ type: 'direct', to: conversation.among.map((key) => cast.idOf(key)) } as const);
  return { ...to, content: details.before ?? text, read_by_sender: true };
}

/** A request by the sender of a message, at its time. */
function callAt(world: World, cast: Cast, { sender, at }: Pick<TimedMessage, 'sender' | 'at'>): Call {
  const actor = cast.actor(sender);
  return {
    world: { ...world, clock: { ...world.clock, now: () => at } },
    subdomain: '',
    client: clientProgram('ParleyDemo/1.0', undefined),
    ...actor,
    credential: {
      realmId: actor.realm.id,
      id: 0,
      kind: 'key',
      lookup: '',
      createdAt: at,
      expiresAt: Infinity,
      lastUsed: at,
    },
    files: [],
    spooled: [],
    idempotencyKey: undefined,
    gone: () => new AbortController().signal,
    charge: () => {},
  };
}

/** Sends messages side by side up to the outbox, which waits for all and stores them in their order. */
async function sendBatch(world: World, cast: Cast, batch: readonly TimedMessage[]): Promise<number[]> {
  const outgoing = batch.map(() => Promise.withResolvers<OutgoingMessage>());
  const stored = Promise.all(outgoing.map(({ promise }) => promise)).then((messages) =>
    storeMessages(
      world.pool,
      world.clock,
    )(messages.map((message) => ({ realmId: cast.realmId, outgoing: message }))),
  );
  const sends = batch.map(async (message, index) => {
    const outbox = {
      send: async (_realmId: number, composed: OutgoingMessage): Promise<number> => {
        outgoing[index]?.resolve(composed);
        return (await stored)[index] ?? 0;
      },
    };
    return sendAt({ ...world, sending: { ...world.sending, outbox } }, cast, message);
  });
  return Promise.all(sends);
}

async function change(
  world: World,
  cast: Cast,
  step: Exclude<TimelineStep, { kind: 'send' }>,
  message_id: number,
): Promise<void> {
  if (step.kind === 'edit') {
    const call = callAt(world, cast, { sender: step.of.sender, at: step.at });
    await updateMessage(call, { message_id, content: step.of.text, ...QUIET });
    return;
  }
  const { conversation } = step.of;
  if (!('channel' in conversation)) return;
  const call = callAt(world, cast, { sender: step.by, at: step.at });
  const topic = `✔ ${conversation.topic}`;
  await updateMessage(call, { message_id, topic, ...QUIET, propagate_mode: 'change_all' });
}

const QUIET = {
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: true,
} as const;
