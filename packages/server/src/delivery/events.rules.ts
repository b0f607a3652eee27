import { setTimeout as sleep } from 'node:timers/promises';
import { holds, items, plain, refused, same, success } from '@parley/rules/expect.ts';
import { idsOf, open, poll, timed, type Opened } from '@parley/rules/steps/polls.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, during } from '@parley/rules/steps/common.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const GET = 'get-events';

export const eventRules: readonly Rule[] = [
  rule('EVT-1', GET, 'A poll that may not wait answers at once with an empty list.', async (w) => {
    const as = await w.owner();
    const [answer, ms] = await timed(open(w, as).then((queue) => poll(w, as, queue)));
    same(success(answer).at('events'), [], 'events');
    holds(ms < 5000, 'an answer at once', `${ms} ms`);
  }),
  rule('EVT-2', GET, 'Every answer names its queue.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    same(success(await poll(w, as, queue)).at('queue_id'), queue.id, 'queue_id');
    await addDraft(w, as);
    same(success(await poll(w, as, queue, false)).at('queue_id'), queue.id, 'queue_id of a poll with events');
  }),
  rule('EVT-3', GET, 'Ids of events rise within a queue, above the position of registration.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    for (let n = 0; n < 3; n += 1) await addDraft(w, as);
    const ids = await idsOf(w, as, queue);
    same(ids.length, 3, 'the number of events');
    holds(
      ids.every((id, index) => id > (ids[index - 1] ?? queue.last)),
      'rising ids',
      ids,
    );
  }),
  rule('EVT-4', GET, 'An event that was not acknowledged is delivered again.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    await addDraft(w, as);
    const first = success(await poll(w, as, queue)).at('events');
    same(success(await poll(w, as, queue)).at('events'), first, 'the events of the second poll');
  }),
  rule('EVT-5', GET, 'An acknowledged event is not delivered again.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    await addDraft(w, as);
    const [last = 0] = await idsOf(w, as, queue);
    await addDraft(w, as);
    const [next] = await idsOf(w, as, { id: queue.id, last });
    holds(next !== undefined && next > last, 'the second event only', next);
  }),
  rule('EVT-6', GET, 'An id before the last acknowledged one is refused.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    await addDraft(w, as);
    const [last = 0] = await idsOf(w, as, queue);
    await idsOf(w, as, { id: queue.id, last });
    refused(await poll(w, as, queue));
  }),
  rule('EVT-7', GET, 'An id beyond everything that was issued is refused.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    refused(await poll(w, as, { id: queue.id, last: queue.last + 5_000_000_000 }), 'BAD_EVENT_QUEUE_ID', {
      queue_id: queue.id,
    });
  }),
  rule('EVT-8', GET, 'A poll without a queue is refused.', async (w) => {
    refused(await w.ask('GET', '/events', { as: await w.owner(), query: { last_event_id: -1 } }));
  }),
  rule('EVT-9', GET, 'A poll without a queue is refused even when it may not wait.', async (w) => {
    refused(await w.ask('GET', '/events', { as: await w.owner(), query: { dont_block: true } }));
  }),
  rule('EVT-10', GET, 'A poll with a queue but without a position is refused.', async (w) => {
    const as = await w.owner();
    const { id } = await open(w, as);
    refused(await w.ask('GET', '/events', { as, query: { queue_id: id } }));
  }),
  rule(
    'EVT-11',
    GET,
    'A queue that does not exist is answered with its name and the code of dead queues.',
    async (w) => {
      const query = { queue_id: 'nonsense', last_event_id: -1 };
      refused(await w.ask('GET', '/events', { as: await w.owner(), query }), 'BAD_EVENT_QUEUE_ID', {
        queue_id: 'nonsense',
      });
    },
  ),
  rule('EVT-12', GET, 'The queue of another user looks like one that does not exist.', async (w) => {
    const queue = await open(w, await w.owner());
    refused(await poll(w, await w.user({ role: 100 }), queue), 'BAD_EVENT_QUEUE_ID', {
      queue_id: queue.id,
    });
  }),
  rule('EVT-13', GET, 'The queue of another organization looks like one that does not exist.', async (w) => {
    const other = await w.neighbour();
    const queue = await open(w, await w.owner());
    refused(await poll(other, await other.owner(), queue), 'BAD_EVENT_QUEUE_ID', { queue_id: queue.id });
  }),
  rule('EVT-14', GET, 'A poll waits until something happens and is then answered at once.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    const waiting = timed(poll(w, as, queue, false));
    await sleep(300);
    await addDraft(w, as);
    const [answer, ms] = await waiting;
    same(
      items(success(answer), 'events').map(({ type }) => type),
      ['drafts'],
      'the events',
    );
    holds(ms >= 290 && ms < 3000, 'an answer when it happened', `${ms} ms`);
  }),
  rule('EVT-15', GET, 'A second poll on a queue ends the first, which loses nothing.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    const first = timed(poll(w, as, queue, false));
    await sleep(150);
    const second = poll(w, as, queue, false);
    const [answer, ms] = await first;
    same(success(answer).at('events'), [], 'the events of the first poll');
    holds(ms < 3000, 'an answer at once', `${ms} ms`);
    await addDraft(w, as);
    same(items(success(await second), 'events').length, 1, 'the number of events of the second poll');
  }),
  rule('EVT-16', GET, 'A queue gets only the types that it asked for.', async (w) => {
    const as = await w.owner();
    same(await during(w, as, ['navigation_view'], () => addDraft(w, as)), [], 'the events');
  }),
  rule('EVT-17', GET, 'A queue without a choice of types gets all of them.', async (w) => {
    const as = await w.owner();
    const queue = await w.listen(as, { fetch_event_types: [] });
    await addDraft(w, as);
    same(
      (await queue.events()).map(({ type }) => type),
      ['drafts'],
      'the events',
    );
  }),
  rule('EVT-18', GET, 'Changes made by the client itself come back to its own queue too.', async (w) => {
    const as = await w.owner();
    same((await during(w, as, ['drafts'], () => addDraft(w, as))).length, 1, 'the number of events');
  }),
  rule('EVT-19', GET, 'All queues of a user get their events.', async (w) => {
    const as = await w.owner();
    const [one, two] = [await open(w, as), await open(w, as)];
    await addDraft(w, as);
    same(await idsOf(w, as, one), await idsOf(w, as, two), 'the ids of both queues');
  }),
  rule('EVT-20', GET, 'The position -1 means the beginning of the queue.', async (w) => {
    const as = await w.owner();
    const { id } = await open(w, as);
    await addDraft(w, as);
    same((await idsOf(w, as, { id, last: -1 })).length, 1, 'the number of events');
  }),
  rule('EVT-21', GET, 'Events arrive in the order in which things happened.', async (w) => {
    const as = await w.owner();
    const queue = await w.listen(as, { event_types: ['drafts'], fetch_event_types: [] });
    const made: number[] = [];
    for (let n = 0; n < 8; n += 1) made.push(await addDraft(w, as, { content: String(n) }));
    const seen = (await queue.events()).map(({ drafts }) => (drafts as { id: number }[])[0]?.id);
    same(seen, made, 'the order of the drafts');
  }),
  rule('EVT-22', GET, 'Many changes at once all arrive, each once.', async (w) => {
    const as = await w.owner();
    const queue = await w.listen(as, { event_types: ['drafts'], fetch_event_types: [] });
    const made = await Promise.all(Array.from({ length: 20 }, () => addDraft(w, as)));
    const seen = (await queue.events()).map(({ drafts }) => Number((drafts as { id: number }[])[0]?.id));
    same(
      seen.toSorted((a, b) => a - b),
      made.toSorted((a, b) => a - b),
      'the drafts',
    );
  }),
  rule('EVT-23', GET, 'An immediate answer reports unknown parameters.', async (w) => {
    const as = await w.owner();
    const { id, last } = await open(w, as);
    const query = { queue_id: id, last_event_id: last, dont_block: true, zeta: 1 };
    same(
      success(await w.ask('GET', '/events', { as, query })).at('ignored_parameters_unsupported'),
      ['zeta'],
      'the ignored parameters',
    );
  }),
  rule(
    'EVT-24',
    GET,
    'A poll that nothing happens to is answered with one heartbeat before the announced timeout, whatever the types.',
    async (w) => {
      const url = w.isRemote ? undefined : await w.own().earlyHeartbeats();
      const as = await w.owner();
      const queue = await open(w, as, ['reaction']);
      const [answer, ms] = await timed(poll(w, as, queue, false, url));
      same(
        items(success(answer), 'events').map(({ type }) => type),
        ['heartbeat'],
        'the events',
      );
      holds(ms > 40_000 && ms < 57_000, 'an answer after 45 to 55 seconds', `${ms} ms`);
      const last = Number(answer.at('events', 0, 'id'));
      holds(last > queue.last, 'an id that rises', last);
      same(
        success(await poll(w, as, { id: queue.id, last })).at('events'),
        [],
        'the events behind the heartbeat',
      );
    },
    { slow: true },
  ),
  rule('EVT-25', GET, 'Only GET, HEAD and DELETE are allowed here.', async (w) => {
    same(
      (await w.ask('POST', '/events')).at('allowed_methods'),
      ['DELETE', 'GET', 'HEAD'],
      'allowed_methods',
    );
  }),
  rule('EVT-26', GET, 'A waiting poll is answered when another user makes a change.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const queue = await open(w, user, ['realm_user']);
    const waiting = poll(w, user, queue, false);
    await sleep(150);
    plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { full_name: w.unique('New ') } }));
    same(
      items(success(await waiting), 'events').map(({ type, op }) => [type, op]),
      [['realm_user', 'update']],
      'the events',
    );
  }),
  rule(
    'EVT-27',
    GET,
    'With `rewind` a poll goes back to an acknowledged event, and the later ones come again.',
    async (w) => {
      const as = await w.owner();
      const queue = await open(w, as);
      for (let n = 0; n < 3; n += 1) await addDraft(w, as);
      const [first = 0, second = 0, third = 0] = await idsOf(w, as, queue);
      await idsOf(w, as, { id: queue.id, last: third });
      same(
        await rewoundIds(w, as, { id: queue.id, last: first }),
        [second, third],
        'the ids after the first',
      );
      same(await idsOf(w, as, { id: queue.id, last: second }), [third], 'the ids of the next poll');
      same(
        await rewoundIds(w, as, { id: queue.id, last: -1 }),
        [first, second, third],
        'the ids from the start',
      );
    },
  ),
  rule('EVT-28', GET, 'A rewind to before the queue or beyond all events is refused.', async (w) => {
    const as = await w.owner();
    const { id, last } = await open(w, as);
    refused(await rewind(w, as, { id, last: last - 100_000 }));
    refused(await rewind(w, as, { id, last: last + 5_000_000_000 }), 'BAD_EVENT_QUEUE_ID', { queue_id: id });
  }),
  rule('EVT-29', GET, 'A `rewind` that is no boolean is refused.', async (w) => {
    const as = await w.owner();
    const { id, last } = await open(w, as);
    const query = { queue_id: id, last_event_id: last, dont_block: true, rewind: 'perhaps' };
    refused(await w.ask('GET', '/events', { as, query }));
  }),
];

function rewind(w: World, as: Credentials, { id, last }: Opened): Promise<Answer> {
  const query = { queue_id: id, last_event_id: last, dont_block: true, rewind: true };
  return w.ask('GET', '/events', { as, query });
}

async function rewoundIds(w: World, as: Credentials, queue: Opened): Promise<number[]> {
  return items(success(await rewind(w, as, queue)), 'events').map((event) => Number(event['id']));
}
