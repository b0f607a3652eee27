import { items, numberAt, success, textAt } from '../expect.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { World } from '../world.ts';

/** A queue as its poller sees it: a name and the last event that was processed. */
export type Opened = { readonly id: string; readonly last: number };

export async function open(
  w: World,
  as: Credentials,
  types: readonly string[] = ['drafts'],
): Promise<Opened> {
  const { registered } = await w.listen(as, { event_types: types, fetch_event_types: [] });
  return { id: textAt(registered, 'queue_id'), last: numberAt(registered, 'last_event_id') };
}

export function poll(
  w: World,
  as: Credentials,
  { id, last }: Opened,
  dont_block = true,
  url?: string,
): Promise<Answer> {
  const query = { queue_id: id, last_event_id: last, dont_block };
  return w.ask('GET', '/events', { as, query, timeoutMs: 70_000, ...(url === undefined ? {} : { url }) });
}

export async function idsOf(w: World, as: Credentials, queue: Opened): Promise<number[]> {
  return items(success(await poll(w, as, queue)), 'events').map((event) => Number(event['id']));
}

export async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work, performance.now() - started];
}
