import { createConnection } from '@parley/client/connection.ts';
import { getMessage, sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startOwnNats, type OwnNats } from '@parley/test-support/own-nats.ts';
import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { createRealm } from '../../organization/realm/create-realm.ts';
import { createUserWithKey } from '../../organization/users/create-user.ts';

let ground: Ground;
let nats: OwnNats;
let first: ServerProcess;
let second: ServerProcess;
let bot: { readonly id: number; readonly email: string; readonly apiKey: string };
let ownerId: number;
beforeAll(async () => {
  ground = await layGround();
  nats = await startOwnNats();
  const { world } = ground;
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  [ownerId, bot] = await world.write(realmId, async (tx) => {
    const person = { email: 'owner@example.com', fullName: 'Owner', role: 100 } as const;
    const owner = await createUserWithKey(tx, world, person);
    const made = await createUserWithKey(tx, world, {
      email: 'scribe-bot@example.com',
      fullName: 'Scribe',
      role: 400,
      bot: { type: 1, ownerId: owner.user.id },
    });
    return [
      owner.user.id,
      { id: made.user.id, email: made.user.delivery_email, apiKey: made.apiKey },
    ] as const;
  });
  const environment = { ...ground.environment, PARLEY_NATS_URL: nats.url };
  first = await startServerProcess(environment, await freePort());
  second = await startServerProcess(environment, await freePort());
}, 60_000);
afterAll(async () => {
  await second.terminate();
  await nats.kill();
  await ground.clear();
});

function over({ url }: ServerProcess) {
  return createConnection({ url, credentials: bot });
}

test(
  'pieces reach readers at another node, and after a kill the text goes on there or is ended',
  { timeout: 60_000 },
  async () => {
    const { queue_id, last_event_id } = await over(second).call(registerQueue, {
      event_types: ['message_piece', 'update_message'],
      client_capabilities: { notification_settings_null: true, streamed_messages: true },
    });
    const begin = async (content: string): Promise<number> =>
      (
        await over(first).call(sendMessage, {
          type: 'direct',
          to: [ownerId],
          content,
          stream: true,
        })
      ).id;
    const [goesOn, isLost] = [await begin('One'), await begin('Some')];
    await over(first).call(appendToMessage, { message_id: goesOn, content: ' two' });
    await over(first).call(appendToMessage, { message_id: isLost, content: ' words' });
    const heard: WireEvent[] = [];
    const piecesOf = (id: number) =>
      heard.flatMap((event) =>
        event.type === 'message_piece' && event.message_id === id ? [event.content] : [],
      );
    await vi.waitFor(
      async () => {
        const from = heard.at(-1)?.id ?? last_event_id;
        const query = { queue_id, last_event_id: from, dont_block: true };
        heard.push(...(await over(second).call(getEvents, query)).events);
        expect([piecesOf(goesOn).join(''), piecesOf(isLost).join('')]).toEqual([' two', ' words']);
      },
      { timeout: 20_000, interval: 100 },
    );
    await first.kill();

    await over(second).call(appendToMessage, { message_id: goesOn, content: ' three', finish: true });
    expect((await over(second).call(getMessage, { message_id: goesOn })).raw_content).toBe('One two three');
    await ground.world.pool.all(sql`
      update streamed_message set touched_at = now() - interval '61 seconds' where message_id = ${isLost}`);
    await vi.waitFor(
      async () => {
        const { message, raw_content } = await over(second).call(getMessage, { message_id: isLost });
        expect([raw_content, message.streaming]).toEqual(['Some words', undefined]);
      },
      { timeout: 30_000, interval: 250 },
    );
  },
);
