import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleEvent, exampleMessage, ME } from '../../test/components/examples.ts';
import { show } from '../../test/components/show.tsx';
import { MessagesIn } from '../../test/components/messages-in.tsx';

const row = () => page.getByRole('article').first();
const shown = (rest: object = {}) => ({ '/messages': pageOf([exampleMessage(7, 'The cover stops', rest)]) });
const pageOf = (messages: readonly object[]): object => ({
  messages,
  found_oldest: true,
  found_newest: true,
  found_anchor: true,
  anchor: 7,
});

test('a message has its sender, its text and a name for screen readers', async () => {
  await show(<MessagesIn topic="motors" />, { answers: shown() });
  await expect.element(row().getByText('The cover stops')).toBeVisible();
  await expect.element(row()).toHaveAccessibleName(/Bram Okafor.*The cover stops/);
});

test('an edited message says so, and a starred one has a star', async () => {
  const rest = { flags: ['read', 'starred'], last_edit_timestamp: 1_772_000_100 };
  await show(<MessagesIn topic="motors" />, { answers: shown(rest) });
  await expect.element(row().getByRole('button', { name: 'edited' })).toBeVisible();
  await expect.element(row().getByText('Starred')).toBeInTheDocument();
});

test('pressing a reaction adds the own one', async () => {
  const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 12 };
  const { asked } = await show(<MessagesIn topic="motors" />, { answers: shown({ reactions: [reaction] }) });
  await row()
    .getByRole('button', { name: /Tada: Chen Wei/ })
    .click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('POST /messages/7/reactions');
});

test('the menu of an own message edits and deletes it', async () => {
  await show(<MessagesIn topic="motors" />, { answers: shown({ sender_id: ME }) });
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: /^Edit/ })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /^Delete/ })).toBeVisible();
});

test('the menu of a message of somebody else does not edit it', async () => {
  await show(<MessagesIn topic="motors" />, { answers: shown() });
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: /^Quote/ })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /^Edit/ }).query()).toBeNull();
});

const CARD =
  '<div class="message_embed"><a class="message_embed_image" href="https://sky.test/a"></a><div class="data-container"><div class="message_embed_title"><a href="https://sky.test/a" title="Sky">Sky</a></div><div class="message_embed_description">Saturn rises</div></div></div>';

test('a card is closed for all devices, and a closed one is shown closed', async () => {
  const { asked, happen } = await show(<MessagesIn topic="motors" />, {
    answers: shown({ content: `<p>look</p>${CARD}` }),
  });
  await expect.element(row().getByText('Saturn rises')).toBeVisible();
  const site = row().getByText('sky.test');
  await site.click();
  await expect.element(row().getByText('Saturn rises')).not.toBeVisible();
  await expect
    .poll(() => asked.filter(({ path }) => path === '/messages/flags').map(({ body }) => body))
    .toEqual([expect.stringContaining('collapsed')]);
  happen(
    exampleEvent({
      type: 'update_message_flags',
      op: 'remove',
      flag: 'collapsed',
      messages: [7],
      all: false,
    }),
  );
  await expect.element(row().getByText('Saturn rises')).toBeVisible();
});

test('the author removes the cards of a message', async () => {
  const { asked } = await show(<MessagesIn topic="motors" />, {
    answers: shown({ sender_id: ME, content: `<p>The cover stops</p>${CARD}` }),
  });
  await openMenu();
  await page.getByRole('menuitem', { name: 'Remove the cards of links' }).click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('DELETE /messages/7/previews');
});

async function openMenu(): Promise<void> {
  await row().getByText('The cover stops').hover();
  await page.getByRole('toolbar', { name: 'Message actions' }).getByRole('button').last().click();
}
