import { room } from '@parley/rules/steps/channels.ts';
import { refused, same, success } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { flag, post, talk, UNKNOWN, write } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OPERATION = 'get-read-receipts';

function ask(w: World, as: User, id: number) {
  return w.ask('GET', `/messages/${id}/read_receipts`, { as });
}

async function readers(w: World, as: User, id: number): Promise<readonly unknown[]> {
  return (success(await ask(w, as, id)).at('user_ids') as number[]).toSorted((a, b) => a - b);
}

/** Read receipts are shown; a message in a channel of four users. */
async function said(w: World) {
  await setRealm(w, { enable_read_receipts: true }, { enable_read_receipts: true });
  const [writer, reader, other, third] = [await w.user(), await w.user(), await w.user(), await w.user()];
  const place = await room(w, writer, { others: [reader, other, third] });
  return { writer, reader, other, third, place, id: await post(w, writer, place) };
}

export const readReceiptRules: readonly Rule[] = [
  rule('RR-1', OPERATION, 'Users who have read a message are listed, the caller included.', async (w) => {
    const { reader, other, id } = await said(w);
    same(await readers(w, reader, id), [], 'the readers at first');
    success(await flag(w, reader, 'add', 'read', [id]));
    same(await readers(w, reader, id), [reader.id], 'the readers');
    success(await flag(w, other, 'add', 'read', [id]));
    same(
      await readers(w, reader, id),
      [reader.id, other.id].toSorted((a, b) => a - b),
      'both readers',
    );
    success(await flag(w, other, 'remove', 'read', [id]));
    same(await readers(w, reader, id), [reader.id], 'the readers after it is unread again');
  }),
  rule('RR-2', OPERATION, 'The sender is not listed.', async (w) => {
    const { writer, id } = await said(w);
    same(await readers(w, writer, id), [], 'the readers');
  }),
  rule('RR-3', OPERATION, 'A user who disabled read receipts is not listed.', async (w) => {
    const { writer, reader, id } = await said(w);
    success(await flag(w, reader, 'add', 'read', [id]));
    success(await w.ask('PATCH', '/settings', { as: reader, form: { send_read_receipts: false } }));
    same(await readers(w, writer, id), [], 'the readers');
  }),
  rule(
    'RR-4',
    OPERATION,
    'Users who muted the caller, or are muted by the caller, are not listed.',
    async (w) => {
      const { reader, other, third, id } = await said(w);
      for (const one of [reader, other, third]) success(await flag(w, one, 'add', 'read', [id]));
      success(await w.ask('POST', `/users/me/muted_users/${other.id}`, { as: reader }));
      success(await w.ask('POST', `/users/me/muted_users/${reader.id}`, { as: third }));
      same(await readers(w, reader, id), [reader.id], 'the readers');
    },
  ),
  rule('RR-5', OPERATION, 'A user who has the message as history has read it.', async (w) => {
    const { writer } = await said(w);
    const late = await w.user();
    const id = await post(w, writer, await room(w, writer));
    success(await flag(w, late, 'add', 'starred', [id]));
    same(await readers(w, writer, id), [late.id], 'the readers');
  }),
  rule('RR-6', OPERATION, 'Direct messages have readers too.', async (w) => {
    const { writer, reader } = await said(w);
    const id = await write(w, writer, [reader]);
    same(await readers(w, writer, id), [], 'the readers at first');
    success(await flag(w, reader, 'add', 'read', [id]));
    same(await readers(w, writer, id), [reader.id], 'the readers');
  }),
  rule('RR-7', OPERATION, 'A hidden or unknown message is refused.', async (w) => {
    const { writer } = await said(w);
    const { reader } = await talk(w);
    const hidden = await post(w, writer, await room(w, writer, { invite_only: true }));
    for (const id of [hidden, UNKNOWN]) refused(await ask(w, reader, id));
  }),
  rule('RR-8', OPERATION, 'Where the organization shows no readers, asking is refused.', async (w) => {
    const { reader, id } = await said(w);
    await setRealm(w, { enable_read_receipts: false }, { enable_read_receipts: true });
    refused(await ask(w, reader, id));
  }),
  rule('RR-9', OPERATION, 'A deactivated user is not listed.', async (w) => {
    const { writer, reader, id } = await said(w);
    success(await flag(w, reader, 'add', 'read', [id]));
    success(await w.ask('DELETE', `/users/${reader.id}`, { as: await w.owner() }));
    same(await readers(w, writer, id), [], 'the readers');
  }),
];
