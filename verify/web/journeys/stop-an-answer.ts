import { createConnection, type Connection } from '@parley/client/connection.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import { getUsers } from '@parley/contract/endpoints/users.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { openConversation } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TOPIC = 'night plan';

/** The answer of a bot grows in front of two readers; its owner stops it, and the bot learns of it. */
export const stopAnAnswer: Journey = {
  name: 'stop-an-answer',
  run: async ({ stage: { cast, url }, visit }) => {
    const bot = await scribe(cast.as('Bram'), url);
    const { page: owner } = await visit({ user: 'Bram' });
    const { page: reader } = await visit({ user: 'Chen' });
    for (const page of [owner, reader]) await openConversation(page, topicAddress('dome', TOPIC));
    const place = { type: 'channel', to: 'dome', topic: TOPIC } as const;
    const { id: message_id } = await bot.call(sendMessage, { ...place, content: '', stream: true });
    for (const page of [owner, reader]) await page.getByText('Writing').waitFor();
    await bot.call(appendToMessage, { message_id, content: 'Since Friday there are **two** ' });
    await bot.call(appendToMessage, { message_id, content: 'decisions' });
    for (const page of [owner, reader])
      await page.getByText('Since Friday there are two decisions').waitFor();
    await eventuallyEqual(
      'buttons of a reader',
      () => reader.getByRole('button', { name: 'Stop' }).count(),
      0,
    );

    await owner.getByRole('button', { name: 'Stop' }).click();
    for (const page of [owner, reader]) await page.getByText('Writing').waitFor({ state: 'detached' });
    const refusal = await bot
      .call(appendToMessage, { message_id, content: ' and more' })
      .catch((error: unknown) => error);
    await eventuallyEqual(
      'the refusal of a further piece',
      async () => (refusal as { readonly code?: string }).code,
      'MESSAGE_STREAM_ENDED',
    );
    const texts = (await newestMessages(cast.as('Chen'))).filter(({ id }) => id === message_id);
    await eventuallyEqual(
      'the text',
      async () => texts.map(({ content }) => content).join(),
      'Since Friday there are **two** decisions',
    );
    await reader.getByText('Since Friday there are two decisions').waitFor();
    await eventuallyEqual(
      'marks of edits',
      () => reader.locator(`[data-id="${message_id}"]`).getByText('edited').count(),
      0,
    );
  },
};

/** A bot of a user. */
async function scribe(owner: Connection, url: string): Promise<Connection> {
  const { user_id, api_key: apiKey } = await owner.call(createBot, {
    full_name: 'Scribe',
    short_name: 'scribe',
  });
  const { members } = await owner.call(getUsers, {});
  const email = members.find((user) => user.user_id === user_id)?.email ?? '';
  return createConnection({ url, credentials: { email, apiKey }, userAgent: 'Journey/1.0' });
}
