import type { State } from '@parley/client/state.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { differences } from '@parley/test-support/replay/differences.ts';
import { registration } from '@parley/web/data/keeper/registration.ts';
import type { Page } from 'playwright-core';
import type { Cast } from '../../../tools/demo/cast.ts';
import { eventually } from './eventually.ts';

/** The part of the page's data that is compared. */
type PageData = {
  readonly state: State;
  readonly unread: { readonly byKey: Readonly<Record<string, readonly number[]>> };
  readonly outbox: readonly string[];
};

type Cell<T> = { readonly get: () => T };
type StartedChat = {
  readonly state: Cell<State>;
  readonly unread: Cell<{ readonly byKey: ReadonlyMap<string, { readonly ids: readonly number[] }> }>;
  readonly outbox: { readonly entries: Cell<readonly { readonly key: string }[]> };
};

const MAX_SHOWN = 5;

/** Compares a page with a fresh start of the same user; throws if they differ for good. */
export async function checkAgainstServer(page: Page, cast: Cast, user: string): Promise<void> {
  await eventually(async () => {
    const fresh = (await cast.as(user).call(registerQueue, registration)) as State;
    const { state, unread, outbox } = await dataOf(page);
    // No event tells which message is the newest after a deletion.
    const { queue_id, last_event_id, max_message_id = 0 } = state;
    const problems = [
      ...differences(state, { ...fresh, queue_id, last_event_id, max_message_id }),
      ...unreadProblems(unread.byKey, fresh),
      ...outbox.map((key) => `message ${key} waits in the outbox`),
    ];
    if (problems.length > 0)
      throw new Error(`The page differs from a fresh start: ${problems.slice(0, MAX_SHOWN).join('; ')}`);
  });
}

function dataOf(page: Page): Promise<PageData> {
  return page.evaluate(() => {
    const { parley } = globalThis as unknown as { parley: StartedChat };
    return {
      state: parley.state.get(),
      unread: {
        byKey: Object.fromEntries(Array.from(parley.unread.get().byKey, ([key, { ids }]) => [key, ids])),
      },
      outbox: parley.outbox.entries.get().map(({ key }) => key),
    };
  });
}

function unreadProblems(byKey: PageData['unread']['byKey'], { unread_msgs: unread }: State): string[] {
  const expected = [...(unread?.pms ?? []), ...(unread?.huddles ?? []), ...(unread?.streams ?? [])]
    .flatMap(({ unread_message_ids }) => unread_message_ids)
    .toSorted((a, b) => a - b);
  const found = Object.values(byKey)
    .flat()
    .toSorted((a, b) => a - b);
  return String(found) === String(expected)
    ? []
    : [`the page counts ${found.length} unread, the server ${expected.length}`];
}
