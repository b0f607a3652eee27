import { setTimeout as pause } from 'node:timers/promises';
import type { Account, Server } from './server.ts';

const SENDERS = 2;
const PAUSE_MS = 20;
const RETRY_MS = 200;
const UNTIL_MS = 180_000;
const CHECK_MS = 50;

/** A message that the server has acknowledged; `at` is a time of this process. */
export type Sent = { readonly content: string; readonly at: number };

/** Clients that send one message after the other. */
export type Load = {
  readonly acknowledged: readonly Sent[];
  /** The first message that was acknowledged after the moment; waits for it. */
  readonly next: () => Promise<Sent>;
  readonly stop: () => Promise<void>;
};

export function startLoad(account: Account, name: string): Load {
  const acknowledged: Sent[] = [];
  let number = 0;
  let isOver = false;
  const sender = async (): Promise<void> => {
    while (!isOver) {
      const content = `drill ${name} ${(number += 1)}`;
      // A request without an answer is not counted: its message may be stored or not.
      const isStored = await account
        .post('/messages', { type: 'direct', to: `[${account.id}]`, content })
        .then(
          ({ ok }) => ok,
          () => false,
        );
      if (isStored) acknowledged.push({ content, at: performance.now() });
      await pause(isStored ? PAUSE_MS : RETRY_MS);
    }
  };
  const senders = Array.from({ length: SENDERS }, sender);
  return {
    acknowledged,
    next: async () => {
      const before = acknowledged.length;
      const end = performance.now() + UNTIL_MS;
      for (;;) {
        const found = acknowledged[before];
        if (found !== undefined) return found;
        if (performance.now() > end) throw new Error('No message was acknowledged for three minutes.');
        await pause(CHECK_MS);
      }
    },
    stop: async () => {
      isOver = true;
      await Promise.all(senders);
    },
  };
}

/** Messages of the list that are not in the database, and the number of those that are there twice. */
export async function compare(
  { select }: Pick<Server, 'select'>,
  sent: readonly Sent[],
): Promise<{ readonly lost: readonly Sent[]; readonly doubled: number }> {
  const stored = await select("select content from message where content like 'drill %'");
  const known = new Set(stored);
  return { lost: sent.filter(({ content }) => !known.has(content)), doubled: stored.length - known.size };
}
