import {
  holds,
  items,
  lacking,
  missing,
  numberAt,
  plain,
  refused,
  same,
  success,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-reminders';
const CREATE = 'create-message-reminder';
const DELETE = 'delete-reminder';

const TOMORROW = Math.floor(Date.now() / 1000) + 86_400;

function create(w: World, as: User, form: Item) {
  return w.ask('POST', '/reminders', { as, form: { scheduled_delivery_timestamp: TOMORROW, ...form } });
}

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/reminders', { as })), 'reminders');
}

/** A fresh user with a note to themselves. */
async function withMessage(w: World) {
  const as = await w.user();
  const form = { type: 'direct', to: [as.id], content: 'a thought' };
  return { as, message_id: numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id') };
}

const EVENTS = ['reminders'];

export const reminderRules: readonly Rule[] = [
  rule('RM-1', LIST, 'A new user has no reminders; unknown parameters are reported.', async (w) => {
    const answer = success(await w.ask('GET', '/reminders', { as: await w.user(), query: { zeta: 1 } }));
    same(
      answer.body,
      { result: 'success', msg: '', reminders: [], ignored_parameters_unsupported: ['zeta'] },
      'the body',
    );
  }),
  rule('RM-2', CREATE, 'It is kept as a direct message to oneself that quotes the message.', async (w) => {
    const { as, message_id } = await withMessage(w);
    const id = numberAt(success(await create(w, as, { message_id, note: 'think' })), 'reminder_id');
    const [{ content, rendered_content, ...rest } = {}] = await list(w, as);
    same(
      rest,
      {
        reminder_id: id,
        type: 'private',
        to: [as.id],
        scheduled_delivery_timestamp: TOMORROW,
        failed: false,
        reminder_target_message_id: message_id,
      },
      'the reminder',
    );
    holds(
      String(content).includes('a thought') && String(rendered_content).includes('a thought'),
      'the quoted message',
      content,
    );
    holds(String(content).includes('think'), 'the note', content);
  }),
  rule('RM-3', CREATE, 'A time that is not later than now is refused.', async (w) => {
    const { as, message_id } = await withMessage(w);
    refused(await create(w, as, { message_id, scheduled_delivery_timestamp: 1_700_000_000 }));
  }),
  rule('RM-4', CREATE, 'A message that the user cannot read is refused.', async (w) => {
    const { message_id } = await withMessage(w);
    refused(await create(w, await w.owner(), { message_id }));
    refused(await create(w, await w.owner(), { message_id: 999_999_999 }));
  }),
  rule('RM-5', CREATE, 'A note of 1,001 characters is refused, one of 1,000 is not.', async (w) => {
    const { as, message_id } = await withMessage(w);
    refused(await create(w, as, { message_id, note: 'n'.repeat(1001) }));
    success(await create(w, as, { message_id, note: ` ${'n'.repeat(1000)} ` }));
  }),
  rule('RM-6', CREATE, 'The message and the time are required.', async (w) => {
    const { as, message_id } = await withMessage(w);
    lacking(await create(w, as, {}), 'message_id');
    lacking(
      await create(w, as, { message_id, scheduled_delivery_timestamp: undefined }),
      'scheduled_delivery_timestamp',
    );
  }),
  rule('RM-7', CREATE, 'The event has the reminder and goes to the user alone.', async (w) => {
    const { as, message_id } = await withMessage(w);
    const others = await w.listen(await w.owner(), { event_types: EVENTS, fetch_event_types: [] });
    const events = await during(w, as, EVENTS, async () => success(await create(w, as, { message_id })));
    same(events, [{ type: 'reminders', op: 'add', reminders: await list(w, as) }], 'the events');
    same(await others.events(), [], 'the events of somebody else');
  }),
  rule('RM-8', CREATE, 'A registration shows the reminders.', async (w) => {
    const { as, message_id } = await withMessage(w);
    success(await create(w, as, { message_id }));
    same((await stateOf(w, as, 'reminders')).at('reminders'), await list(w, as), 'the reminders');
  }),
  rule('RM-9', DELETE, 'It goes away with an event; that of another user is not found.', async (w) => {
    const { as, message_id } = await withMessage(w);
    const id = numberAt(success(await create(w, as, { message_id })), 'reminder_id');
    missing(await w.ask('DELETE', `/reminders/${id}`, { as: await w.owner() }));
    const events = await during(w, as, EVENTS, async () =>
      plain(await w.ask('DELETE', `/reminders/${id}`, { as })),
    );
    same(events, [{ type: 'reminders', op: 'remove', reminder_id: id }], 'the events');
    missing(await w.ask('DELETE', `/reminders/${id}`, { as }));
  }),
];
