import { eventually } from '@parley/rules/eventually.ts';
import { holds, items, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { room, type Room } from '@parley/rules/steps/channels.ts';
import { seen, send, sent } from '@parley/rules/steps/sending.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { Bot, Queue, World } from '@parley/rules/world.ts';

const OF = 'append-to-message';
const STOP = 'stop-message';

type Stage = { readonly owner: User; readonly reader: User; readonly bot: Bot; readonly place: Room };

/** A bot, its owner and a reader in a channel. */
async function stage(w: World): Promise<Stage> {
  const [owner, reader] = [await w.user(), await w.user()];
  const bot = await w.bot(owner);
  return { owner, reader, bot, place: await room(w, owner, { others: [reader, bot] }) };
}

function begin(w: World, as: Credentials, { id }: Room, content = ''): Promise<number> {
  return sent(w, as, { to: id, content, stream: true });
}

function append(w: World, as: Credentials, id: number, form: Item): Promise<Answer> {
  return w.ask('POST', `/messages/${id}/stream`, { as, form });
}

function stop(w: World, as: Credentials, id: number): Promise<Answer> {
  return w.ask('DELETE', `/messages/${id}/stream`, { as });
}

function listen(w: World, as: Credentials, capabilities: Item = { streamed_messages: true }): Promise<Queue> {
  return w.listen(as, {
    event_types: ['message', 'update_message', 'message_piece'],
    client_capabilities: { notification_settings_null: true, ...capabilities },
  });
}

/** Events until one is as expected. */
async function until(queue: Queue, isIt: (event: Item) => boolean): Promise<readonly Item[]> {
  const events: Item[] = [];
  await eventually('the event', async () => {
    events.push(...(await queue.events()));
    return events.find(isIt);
  });
  return events;
}

function isOver({ streaming }: Item): boolean {
  return streaming === false;
}

export const streamedMessageRules: readonly Rule[] = [
  rule('STM-1', OF, 'A message that begins empty grows by pieces, and its end is no edit.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const queue = await listen(w, reader);
    const id = await begin(w, bot, place);
    same(numberAt(success(await append(w, bot, id, { content: 'One ' })), 'length'), 4, 'the length');
    same(numberAt(success(await append(w, bot, id, { content: '**two**' })), 'length'), 11, 'the length');
    await until(queue, ({ type }) => type === 'message_piece');
    success(await append(w, bot, id, { content: '.', finish: true }));
    const events = await until(queue, isOver);
    const { id: _, edit_timestamp: __, ...last } = events.at(-1) ?? {};
    same(
      last,
      {
        type: 'update_message',
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        content: 'One **two**.',
        rendered_content: '<p>One <strong>two</strong>.</p>',
        is_me_message: false,
        streaming: false,
        flags: [],
      },
      'the last event',
    );
    const shown = await seen(w, reader, id);
    same(
      [shown['content'], shown['streaming'], shown['last_edit_timestamp'], shown['edit_history']],
      ['One **two**.', undefined, undefined, undefined],
      'the message',
    );
    const history = success(await w.ask('GET', `/messages/${id}/history`, { as: reader }));
    same(items(history, 'message_history').length, 1, 'the entries of the history');
  }),
  rule('STM-2', OF, 'A message says that its text is still being written.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const queue = await listen(w, reader, {});
    const id = await begin(w, bot, place);
    const [event] = await queue.events();
    same((event?.['message'] as Item | undefined)?.['streaming'], true, 'the event');
    const shown = await seen(w, reader, id);
    same([shown['streaming'], shown['content']], [true, '…'], 'the message');
    success(await append(w, bot, id, { content: 'Done.', finish: true }));
  }),
  rule('STM-3', OF, 'Pieces reach clients that know them, with their place in the text.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const [knows, other] = [await listen(w, reader), await listen(w, reader, {})];
    const id = await begin(w, bot, place, '🔭 One');
    success(await append(w, bot, id, { content: ' two' }));
    const events = await until(knows, ({ type }) => type === 'message_piece');
    const { id: _, ...piece } = events.at(-1) ?? {};
    same(piece, { type: 'message_piece', message_id: id, from: 5, content: ' two' }, 'the piece');
    same(
      (await other.events()).map(({ type }) => type),
      ['message'],
      'what the other client hears',
    );
    success(await append(w, bot, id, { finish: true }));
  }),
  rule('STM-4', OF, 'Nobody but readers of the message hears of its pieces.', async (w) => {
    const { owner, reader, bot } = await stage(w);
    const place = await room(w, owner, { others: [reader, bot], invite_only: true });
    const [inside, outside] = [await listen(w, reader), await listen(w, await w.owner())];
    const id = await begin(w, bot, place);
    success(await append(w, bot, id, { content: 'secret' }));
    await until(inside, ({ type }) => type === 'message_piece');
    success(await append(w, bot, id, { finish: true }));
    await until(inside, isOver);
    same(await outside.events(), [], 'what another user hears');
  }),
  rule(
    'STM-5',
    OF,
    'A piece that begins inside the text replaces what stood there; one call can be repeated.',
    async (w) => {
      const { reader, bot, place } = await stage(w);
      const id = await begin(w, bot, place, 'One two');
      for (const _ of [1, 2])
        same(
          numberAt(success(await append(w, bot, id, { content: 'three', from: 4 })), 'length'),
          9,
          'the length',
        );
      refused(await append(w, bot, id, { content: 'x', from: 10 }), 'EXPECTATION_MISMATCH', {
        field_name: 'from',
      });
      refused(await append(w, bot, id, { content: 'x', from: -1 }));
      success(await append(w, bot, id, { finish: true }));
      same((await seen(w, reader, id))['content'], 'One three', 'the text');
    },
  ),
  rule(
    'STM-6',
    OF,
    'A message that has ended takes no pieces, and one that was sent whole never does.',
    async (w) => {
      const { bot, place } = await stage(w);
      const id = await begin(w, bot, place, 'One');
      success(await append(w, bot, id, { finish: true }));
      for (const finish of [false, true])
        refused(await append(w, bot, id, { content: 'two', finish }), 'MESSAGE_STREAM_ENDED');
      const whole = await sent(w, bot, { to: place.id });
      refused(await append(w, bot, whole, { content: 'two' }), 'MESSAGE_STREAM_ENDED');
      refused(await stop(w, bot, whole), 'MESSAGE_STREAM_ENDED');
    },
  ),
  rule('STM-7', OF, 'Only the sender appends.', async (w) => {
    const { owner, reader, bot, place } = await stage(w);
    const id = await begin(w, bot, place, 'One');
    for (const as of [owner, reader, await w.owner(), await w.bot(owner)])
      refused(await append(w, as, id, { content: 'two' }));
    success(await append(w, bot, id, { finish: true }));
    same((await seen(w, reader, id))['content'], 'One', 'the text');
  }),
  rule(
    'STM-8',
    'send-message',
    'Bots and programs with a grant stream; users at their own client do not.',
    async (w) => {
      const { owner, reader, place } = await stage(w);
      refused(await send(w, owner, { to: place.id, stream: true }));
      const form = { name: 'a program', scopes: ['write_messages'] };
      const made = success(await w.ask('POST', '/grants', { as: owner, form }));
      const program = { email: owner.email, key: String(made.at('token')) };
      const id = await begin(w, program, place);
      success(await append(w, program, id, { content: 'By a program', finish: true }));
      same((await seen(w, reader, id))['content'], 'By a program', 'the text');
    },
  ),
  rule('STM-9', OF, 'Mentions in the pieces count when the text is complete.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const queue = await listen(w, reader);
    const id = await begin(w, bot, place);
    success(await append(w, bot, id, { content: `@**${reader.name}** look` }));
    same((await seen(w, reader, id))['flags'], [], 'the flags while it is written');
    success(await append(w, bot, id, { finish: true }));
    same((await seen(w, reader, id))['flags'], ['mentioned'], 'the flags');
    same((await until(queue, isOver)).at(-1)?.['flags'], ['mentioned'], 'the flags of the event');
  }),
  rule('STM-10', OF, 'An edit by the sender ends the stream with the edited text.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const queue = await listen(w, reader);
    const id = await begin(w, bot, place, 'One');
    success(await w.ask('PATCH', `/messages/${id}`, { as: bot, form: { content: 'Edited' } }));
    refused(await append(w, bot, id, { content: 'two' }), 'MESSAGE_STREAM_ENDED');
    same((await until(queue, isOver)).at(-1)?.['rendering_only'], false, 'the update');
    const shown = await seen(w, reader, id);
    same([shown['content'], shown['streaming']], ['Edited', undefined], 'the message');
  }),
  rule('STM-11', OF, 'A text that is too long is cut, as when it is sent whole.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const id = await begin(w, bot, place, 'x'.repeat(9_000));
    success(await append(w, bot, id, { content: 'y'.repeat(2_000), finish: true }));
    const text = String((await seen(w, reader, id))['content']);
    same(text.length, 10_000, 'the length');
    holds(text.endsWith('y\n[message truncated]'), 'the end of a text that was cut', text.slice(-40));
  }),
  rule('STM-12', STOP, 'The owner of a bot stops its message with the text that it has.', async (w) => {
    const { owner, reader, bot, place } = await stage(w);
    const queue = await listen(w, reader);
    const id = await begin(w, bot, place);
    success(await append(w, bot, id, { content: 'One two' }));
    plain(await stop(w, owner, id));
    refused(await append(w, bot, id, { content: ' three' }), 'MESSAGE_STREAM_ENDED');
    await until(queue, isOver);
    same((await seen(w, reader, id))['content'], 'One two', 'the text');
    refused(await stop(w, owner, id), 'MESSAGE_STREAM_ENDED');
  }),
  rule('STM-13', STOP, 'Administrators and the sender stop a message, and nobody else.', async (w) => {
    const { reader, bot, place } = await stage(w);
    const administrator = await w.user({ role: 200 });
    for (const as of [administrator, bot]) {
      const id = await begin(w, bot, place, 'One');
      refused(await stop(w, reader, id));
      plain(await stop(w, as, id));
    }
    const hidden = await begin(w, bot, await room(w, administrator, { others: [bot], invite_only: true }));
    refused(await stop(w, await w.owner(), hidden));
    plain(await stop(w, administrator, hidden));
  }),
];
