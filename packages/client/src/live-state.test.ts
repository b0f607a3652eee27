import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { liveState, type Live, type LiveState } from './live-state.ts';

function ok(body: object): Response {
  return Response.json({ result: 'success', msg: '', ...body });
}

function registered() {
  return ok({ queue_id: 'q', last_event_id: -1, alert_words: ['tea'] });
}

function words(id: number, ...alert_words: string[]) {
  return ok({ queue_id: 'q', events: [{ id, type: 'alert_words', alert_words }] });
}

function cut(): Response {
  throw new TypeError('fetch failed');
}

/** A live state whose requests are answered by a script; behind its end every poll waits for the end. */
function scripted(...script: (() => Response)[]): LiveState {
  const fetch = async (_: unknown, { method, signal }: RequestInit = {}): Promise<Response> => {
    if (method === 'DELETE') return ok({});
    const reply = script.shift();
    if (reply !== undefined) return reply();
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  };
  return liveState(createConnection({ url: 'http://chat.test', fetch }), {
    backoff: { baseMilliseconds: 1, capMilliseconds: 1 },
  });
}

function until(live: LiveState, isThere: (now: Live) => boolean): Promise<Live> {
  return new Promise((resolve) => {
    live.subscribe((now) => {
      if (isThere(now)) resolve(now);
    });
  });
}

test('it tells what is known now, and then every change', async () => {
  const live = scripted(registered, () => words(1, 'coffee'));
  const told: (readonly string[] | undefined)[] = [];
  live.subscribe(({ state }) => told.push(state?.alert_words));
  await until(live, ({ state }) => state?.alert_words?.[0] === 'coffee');
  expect(told).toEqual([undefined, ['tea'], ['coffee']]);
  await live.stop();
});

test('between changes it is the same object, and who left hears nothing more', async () => {
  const live = scripted(registered);
  let calls = 0;
  const leave = live.subscribe(() => {
    calls += 1;
  });
  await until(live, ({ status }) => status === 'live');
  expect(live.get()).toBe(live.get());
  leave();
  const before = calls;
  await live.stop();
  expect(calls).toBe(before);
  expect(live.get()).toMatchObject({ status: 'ended', state: { alert_words: ['tea'] }, error: undefined });
});

test('offline, the last state stays; back again, it is live before anything happens', async () => {
  const live = scripted(registered, cut, () => ok({ queue_id: 'q', events: [] }));
  const told: string[] = [];
  live.subscribe(({ status, state }) => told.push(`${status} ${state?.alert_words?.join() ?? ''}`.trim()));
  await until(live, ({ status }) => status === 'offline');
  await until(live, ({ status }) => status === 'live');
  expect(told).toEqual(['starting', 'live tea', 'offline tea', 'live tea']);
  await live.stop();
});

test('a refusal ends it with the error', async () => {
  const refused = () => Response.json({ result: 'error', msg: 'no', code: 'UNAUTHORIZED' }, { status: 401 });
  const live = scripted(refused);
  const ended = await until(live, ({ status }) => status === 'ended');
  expect(ended).toMatchObject({ state: undefined, error: { code: 'UNAUTHORIZED' } });
});
