import { setTimeout as pause } from 'node:timers/promises';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import type { SideOrganization } from './side-process.ts';

/** Gives every member a queue in use and a fresh report of activity. Returns what deletes the queues again. */
export async function bringOnline(
  url: string,
  organizations: readonly SideOrganization[],
): Promise<() => Promise<void>> {
  const callers = organizations.flatMap(({ members }) =>
    members.map(({ headers }) => callerOf(url, headers)),
  );
  const queues: string[] = [];
  for (const call of callers) {
    const { queue_id = '' } = await call('POST', 'register', { event_types: '["message"]' });
    await call('POST', 'users/me/presence', { status: 'active', ping_only: 'true' });
    queues.push(queue_id);
  }
  return async () => {
    for (const [n, call] of callers.entries()) await call('DELETE', 'events', { queue_id: queues[n] ?? '' });
  };
}

const MAX_TRIES = 30;
const RETRY_MS = 1_000;

type Caller = (
  method: string,
  path: string,
  form: Readonly<Record<string, string>>,
) => Promise<{ readonly queue_id?: string }>;

/** `head` has a line for each header of the member's requests. */
function callerOf(url: string, head: string): Caller {
  const headers: Record<string, string> = Object.fromEntries(
    head.split('\r\n').flatMap((line) => (line === '' ? [] : [line.split(': ', 2) as [string, string]])),
  );
  const ask = fetchAt(headers['host'] ?? '');
  return async (method, path, form) => {
    const request = {
      method,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    };
    let response = await ask(`${url}/api/v1/${path}`, request);
    // A busy machine exceeds the time limits of statements.
    for (let tries = 1; response.status === 503 && tries < MAX_TRIES; tries += 1) {
      await pause(RETRY_MS);
      response = await ask(`${url}/api/v1/${path}`, request);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${text}`);
    return JSON.parse(text) as { readonly queue_id?: string };
  };
}
