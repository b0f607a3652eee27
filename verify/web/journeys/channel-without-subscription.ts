import { subscribe } from '@parley/contract/endpoints/channels.ts';
import type { Page } from 'playwright-core';
import { composer, messageWith, openConversation, stored, write } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import { say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** Time for one request of the page. */
const STEP_MS = 5_000;

/**
 * No event tells of messages in a channel without subscription: the page fetches them whenever it shows them, so that a
 * reader misses none and sees no wrong neighbors, until the bar above them brings a subscription.
 */
export const channelWithoutSubscription: Journey = {
  name: 'channel-without-subscription',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { cast } = stage;
    await cast.as('Bram').call(subscribe, { subscriptions: [{ name: 'workshop' }] });
    const work = (text: string) => say(cast, 'Bram', 'workshop', 'bench', text);
    await work('Bench one');
    const { page, context } = await visit();
    const address = await addressIn(page, 'workshop', 'bench');
    await openConversation(page, address);
    const bar = page.getByText('You are not subscribed to #workshop');
    await bar.waitFor();

    await work('Bench two');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await messageWith(page, 'Bench two').waitFor();

    await work('Bench three');
    await write(page, 'Answer one');
    await sentOnce(cast, 'Answer one', 'Bram');
    await work('Bench four');
    await write(page, 'Answer two');
    const all = ['Bench one', 'Bench two', 'Bench three', 'Answer one', 'Bench four', 'Answer two'];
    await eventuallyEqual('messages', () => shownIn(page), all);

    await stored(page, 'Bench four');
    await page.goto('about:blank');
    await work('Bench five');
    await page.goto(`/${address}`);
    await eventuallyEqual('messages after a reload', () => shownIn(page), [...all, 'Bench five']);

    const other = await addressIn(page, 'workshop', 'lathe');
    await page.goto(`/${other}`);
    await page.getByText('Write the first message of this topic.').waitFor();
    await page.goto(`/${address}`);
    await messageWith(page, 'Bench five').waitFor();
    await say(cast, 'Bram', 'workshop', 'lathe', 'The lathe is free');
    await page.goto(`/${other}`);
    await messageWith(page, 'The lathe is free').waitFor();

    const second = await context.newPage();
    await second.clock.install();
    await openConversation(second, address);
    await messageWith(second, 'Bench five').waitFor();
    await work('Bench six');
    // A request that was under way before the message does not bring it.
    await eventually(async () => {
      await second.clock.fastForward('00:31');
      await messageWith(second, 'Bench six').waitFor({ timeout: STEP_MS });
    });
    await second.close();

    await page.bringToFront();
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await bar.waitFor({ state: 'hidden' });
    await say(cast, 'Bram', 'workshop', 'lathe', 'Told by an event');
    await messageWith(page, 'Told by an event').waitFor();
    await composer(page).waitFor();
  },
};

/** Address of a topic in a channel that the sample does not have. */
async function addressIn(page: Page, channel: string, topic: string): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/#inbox');
  const id = await page.evaluate(async (name) => {
    const response = await fetch(`/json/get_stream_id?stream=${name}`, { headers: { 'X-Parley': 'web' } });
    return ((await response.json()) as { stream_id: number }).stream_id;
  }, channel);
  return `#narrow/channel/${id}-${channel}/topic/${topic}`;
}

/** Texts of the test in the order of their rows. */
async function shownIn(page: Page): Promise<string[]> {
  const rows = await page.getByRole('article').allInnerTexts();
  return rows.flatMap((row) => /(?:Bench|Answer) \w+/.exec(row) ?? []);
}
