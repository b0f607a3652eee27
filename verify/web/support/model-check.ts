import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { Page } from 'playwright-core';
import type { Cast } from '../../../tools/demo/cast.ts';
import { eventually } from './eventually.ts';

/** The part of the page's data that is compared. */
type PageData = {
  readonly unread: { readonly byKey: Readonly<Record<string, readonly number[]>> };
  readonly outbox: readonly string[];
};

/** Compares a page with a fresh registration; throws if they differ for good. */
export async function checkAgainstServer(page: Page, cast: Cast, user: string): Promise<void> {
  await eventually(async () => {
    const shown = await page.evaluate((): PageData | undefined => {
      const { parley } = globalThis as unknown as { parley?: { debug: { snapshot: () => PageData } } };
      return parley?.debug.snapshot();
    });
    if (shown === undefined) throw new Error('The page does not show its data.');
    const { unread_msgs: unread } = await cast
      .as(user)
      .call(registerQueue, { fetch_event_types: ['message', 'update_message_flags'], event_types: [] });
    const expected = [...(unread?.pms ?? []), ...(unread?.huddles ?? []), ...(unread?.streams ?? [])]
      .flatMap(({ unread_message_ids }) => unread_message_ids)
      .toSorted((a, b) => a - b);
    const found = Object.values(shown.unread.byKey)
      .flat()
      .toSorted((a, b) => a - b);
    if (String(found) !== String(expected))
      throw new Error(`The page counts ${found.length} unread, the server ${expected.length}.`);
    if (shown.outbox.length > 0) throw new Error(`${shown.outbox.length} messages wait in the outbox.`);
  });
}
