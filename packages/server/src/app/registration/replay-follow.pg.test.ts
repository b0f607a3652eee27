import { applyEvent } from '@parley/client/apply-event.ts';
import { follow, type FollowOptions } from '@parley/client/event-loop.ts';
import type { State } from '@parley/client/state.ts';
import { createDrafts, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { deleteQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function write(user: TestUser, content: string): Promise<unknown> {
  return user.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content }] });
}

/** Follows a user's drafts in the background and records what the event loop yields. */
function watch(user: TestUser, options: FollowOptions = {}) {
  const ending = new AbortController();
  const yielded: string[] = [];
  let state: State | undefined;
  const loop = async (): Promise<void> => {
    for await (const update of follow(user.connection, {
      register: { event_types: ['drafts'] },
      backoff: { baseMilliseconds: 20, capMilliseconds: 100 },
      signal: ending.signal,
      ...options,
    })) {
      if (update.kind === 'snapshot') {
        state = update.state;
        yielded.push('snapshot');
      } else {
        state &&= applyEvent(state, update.event);
        if (update.event.type === 'drafts' && update.event.op === 'add')
          yielded.push(...update.event.drafts.map(({ content }) => content));
      }
    }
  };
  const end = loop();
  return {
    yielded,
    state: () => state,
    stop: async () => {
      ending.abort();
      await end;
    },
  };
}

test('[Q-1] an event loop running across server restarts yields every event once and in order', async () => {
  const ada = await server.user({ fullName: 'Ada' });
  const loop = watch(ada);
  await eventually(() => {
    expect(loop.yielded).toEqual(['snapshot']);
  });
  const contents: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 10; n += 1) {
      contents.push(`${round}.${n}`);
      await write(ada, `${round}.${n}`);
    }
    await server.restart();
  }
  await write(ada, 'the last');
  await eventually(() => {
    expect(loop.yielded).toEqual(['snapshot', ...contents, 'the last']);
  });
  const { drafts } = await ada.connection.call(getDrafts);
  expect(new Set(loop.state()?.drafts)).toEqual(new Set(drafts));
  await loop.stop();
});

test('[Q-4] a queue that the server deleted is replaced, with a fresh snapshot', async () => {
  const grace = await server.user({ fullName: 'Grace' });
  const loop = watch(grace);
  await eventually(() => {
    expect(loop.yielded).toEqual(['snapshot']);
  });
  await write(grace, 'one');
  await eventually(() => {
    expect(loop.yielded).toEqual(['snapshot', 'one']);
  });
  await grace.connection.call(deleteQueue, { queue_id: loop.state()?.queue_id ?? '' });
  await eventually(() => {
    expect(loop.yielded).toEqual(['snapshot', 'one', 'snapshot']);
  });
  await write(grace, 'two');
  await eventually(() => {
    expect(loop.yielded.at(-1)).toBe('two');
  });
  expect(loop.state()?.drafts?.map(({ content }) => content)).toEqual(['two', 'one']);
  await loop.stop();
});

test('an event loop that is stopped deletes its queue', async () => {
  const joan = await server.user({ fullName: 'Joan' });
  const loop = watch(joan);
  await eventually(() => {
    expect(loop.yielded).toEqual(['snapshot']);
  });
  const queue_id = loop.state()?.queue_id ?? '';
  await loop.stop();
  await expect(joan.connection.call(deleteQueue, { queue_id })).rejects.toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  });
});
