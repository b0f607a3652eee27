import { setTimeout as pause } from 'node:timers/promises';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { INDEXER_LOCK } from '@parley/server/chat/messages/search/indexing/run-index.ts';
import type { Client } from 'pg';
import { quantile, table } from '../support/figures.ts';
import type { Member, Organization } from '../support/organization.ts';

/** The server's job starts within this time after its lock is free. */
const JOB_START_MS = 5_000;
const REQUEST_INTERVAL_MS = 25;

type Times = { readonly page: number[]; readonly send: number[] };

/** Measures requests while the server's job indexes all messages again, in turns with periods in which its lock is held. */
export async function reportBesideJob(
  client: Client,
  organization: Organization,
  turns: number,
  turnMs: number,
): Promise<void> {
  await client.query('delete from search_build where realm_id = $1', [organization.realmId]);
  const held: Times = { page: [], send: [] };
  const running: Times = { page: [], send: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    await client.query('select pg_advisory_lock($1)', [INDEXER_LOCK]);
    await ask(organization, held, turnMs);
    await client.query('select pg_advisory_unlock($1)', [INDEXER_LOCK]);
    await pause(JOB_START_MS);
    await ask(organization, running, turnMs);
  }
  const { rows } = await client.query<{ upto: string | null }>(
    'select max(upto) as upto from search_build where realm_id = $1',
    [organization.realmId],
  );
  const line = (name: string, pick: (times: Times) => readonly number[]): string[] => [
    name,
    ...[held, running].flatMap((times) => [0.5, 0.99].map((part) => quantile(pick(times), part).toFixed(1))),
  ];
  table(
    ['ms', 'without the job: p50', 'p99', `while it indexes (up to ${rows[0]?.upto ?? 0}): p50`, 'p99'],
    [line('a page of 50 messages', ({ page }) => page), line('a send', ({ send }) => send)],
  );
}

async function ask({ members, channels }: Organization, times: Times, milliseconds: number): Promise<void> {
  const [sender, reader] = members as [Member, Member];
  const end = performance.now() + milliseconds;
  for (let n = 0; performance.now() < end; n += 1) {
    const began = performance.now();
    if (n % 2 === 0)
      await reader.connection.call(getMessages, {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: channels[0]?.id ?? 0 }],
      });
    else
      await sender.connection.call(sendMessage, {
        type: 'channel',
        to: channels[n % channels.length]?.id ?? 0,
        topic: 'beside',
        content: `message ${n}`,
      });
    const took = performance.now() - began;
    times[n % 2 === 0 ? 'page' : 'send'].push(took);
    await pause(Math.max(0, REQUEST_INTERVAL_MS - took));
  }
}
