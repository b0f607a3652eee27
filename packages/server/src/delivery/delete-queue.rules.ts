import { setTimeout as sleep } from 'node:timers/promises';
import { holds, lacking, plain, refused, same, success } from '@parley/rules/expect.ts';
import { idsOf, open, poll, timed } from '@parley/rules/steps/polls.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const DELETE = 'delete-queue';

function remove(w: World, as: Credentials, queue_id: string) {
  return w.ask('DELETE', '/events', { as, form: { queue_id } });
}

export const deleteQueueRules: readonly Rule[] = [
  rule('DEL-1', DELETE, 'A queue can be deleted, with a plain answer.', async (w) => {
    const as = await w.owner();
    plain(await remove(w, as, (await open(w, as)).id));
  }),
  rule(
    'DEL-2',
    DELETE,
    'A queue that was deleted before is answered with its name and the code of dead queues.',
    async (w) => {
      const as = await w.owner();
      const { id } = await open(w, as);
      plain(await remove(w, as, id));
      refused(await remove(w, as, id), 'BAD_EVENT_QUEUE_ID', { queue_id: id });
    },
  ),
  rule(
    'DEL-3',
    DELETE,
    'A queue that never existed is answered with its name and the code of dead queues.',
    async (w) => {
      refused(await remove(w, await w.owner(), 'nonsense'), 'BAD_EVENT_QUEUE_ID', { queue_id: 'nonsense' });
    },
  ),
  rule('DEL-4', DELETE, 'The name of the queue is required.', async (w) => {
    lacking(await w.ask('DELETE', '/events', { as: await w.owner() }), 'queue_id');
  }),
  rule('DEL-5', DELETE, 'The queue of another user cannot be deleted and goes on working.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    refused(await remove(w, await w.user({ role: 100 }), queue.id), 'BAD_EVENT_QUEUE_ID', {
      queue_id: queue.id,
    });
    await addDraft(w, as);
    same((await idsOf(w, as, queue)).length, 1, 'the number of events');
  }),
  rule('DEL-6', DELETE, 'The name may stand in the query string or in a form body.', async (w) => {
    const as = await w.owner();
    plain(await w.ask('DELETE', '/events', { as, query: { queue_id: (await open(w, as)).id } }));
    plain(await w.ask('DELETE', '/events', { as, form: { queue_id: (await open(w, as)).id } }));
  }),
  rule('DEL-7', DELETE, 'A deleted queue cannot be polled.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    plain(await remove(w, as, queue.id));
    refused(await poll(w, as, queue), 'BAD_EVENT_QUEUE_ID', { queue_id: queue.id });
  }),
  rule('DEL-8', DELETE, 'A poll that waits on the queue is answered promptly.', async (w) => {
    const as = await w.owner();
    const queue = await open(w, as);
    const waiting = timed(poll(w, as, queue, false));
    await sleep(150);
    plain(await remove(w, as, queue.id));
    const [, ms] = await waiting;
    holds(ms < 3000, 'an answer at once', `${ms} ms`);
  }),
  rule('DEL-9', DELETE, 'Unknown parameters are reported.', async (w) => {
    const as = await w.owner();
    const form = { queue_id: (await open(w, as)).id, zeta: 1 };
    same(
      success(await w.ask('DELETE', '/events', { as, form })).at('ignored_parameters_unsupported'),
      ['zeta'],
      'the ignored parameters',
    );
  }),
  rule('DEL-10', DELETE, 'Bots and guests have queues and can delete them.', async (w) => {
    for (const as of [await w.user({ role: 600 }), await w.bot(await w.owner())])
      plain(await remove(w, as, (await open(w, as)).id));
  }),
];
