import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import {
  exampleEvent,
  exampleMessage,
  exampleState,
  exampleUser,
  ME,
} from '../../../test/components/examples.ts';
import { MessagesIn } from '../../../test/components/messages-in.tsx';
import { show } from '../../../test/components/show.tsx';

const SCRIBE = 20;
const row = () => page.getByRole('article').first();

function begun(parts: object = {}) {
  const message = exampleMessage(7, '…', { sender_id: SCRIBE, sender_full_name: 'Scribe', streaming: true });
  const found = { found_oldest: true, found_newest: true, found_anchor: true, anchor: 7 };
  return { answers: { '/messages': { messages: [message], ...found }, '/messages/7/stream': {} }, ...parts };
}

function piece(from: number, content: string) {
  return exampleEvent({ type: 'message_piece', message_id: 7, from, content });
}

function update(rest: object) {
  return exampleEvent({
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    message_id: 7,
    message_ids: [7],
    flags: ['read'],
    edit_timestamp: 1_772_000_100,
    ...rest,
  });
}

test('a text grows by its pieces, and is an ordinary message at its end', async () => {
  const { happen } = await show(<MessagesIn topic="motors" />, begun());
  await expect.element(row().getByText('Writing')).toBeVisible();
  happen(piece(0, 'Since Friday **two**'));
  happen(piece(20, ' decisions'));
  await expect.element(row().getByText('Since Friday two decisions')).toBeVisible();
  await expect.element(row().getByText('two', { exact: true })).toBeVisible();
  happen(update({ content: 'Two decisions.', rendered_content: '<p>Two decisions.</p>', streaming: false }));
  await expect.element(row().getByText('Two decisions.')).toBeVisible();
  await expect.element(row().getByText('Writing')).not.toBeInTheDocument();
  await expect.element(row().getByRole('button', { name: 'edited' })).not.toBeInTheDocument();
});

test('a stored text takes the place of pieces that were lost', async () => {
  const { happen } = await show(<MessagesIn topic="motors" />, begun());
  happen(piece(90, 'lost'));
  happen(update({ content: 'All of it', rendered_content: '<p>All of it</p>', streaming: true }));
  await expect.element(row().getByText('All of it')).toBeVisible();
  happen(piece(9, ' and more'));
  await expect.element(row().getByText('All of it and more')).toBeVisible();
});

test('the owner of a bot stops its message', async () => {
  const scribe = exampleUser(SCRIBE, 'Scribe', { is_bot: true, bot_type: 1, bot_owner_id: ME });
  const state = exampleState({ realm_users: [exampleUser(ME, 'Iris Lindqvist'), scribe] });
  const { asked } = await show(<MessagesIn topic="motors" />, begun({ state }));
  await row().getByRole('button', { name: 'Stop' }).click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('DELETE /messages/7/stream');
});

test('a reader without the right has no button', async () => {
  await show(<MessagesIn topic="motors" />, begun());
  await expect.element(row().getByText('Writing')).toBeVisible();
  await expect.element(row().getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});
