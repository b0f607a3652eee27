import type { WireEvent } from '@parley/contract/events.ts';
import type { Connection } from './connection.ts';
import { followBatches, type FollowOptions } from './event-batches.ts';
import type { State } from './state.ts';

export type { FollowOptions, ResumePoint } from './event-batches.ts';

/** Output of the loop: a snapshot, then every later event, once and in order. */
export type News =
  | { readonly kind: 'snapshot'; readonly state: State }
  | { readonly kind: 'event'; readonly event: WireEvent };

/**
 * Registers a queue and follows it until the signal ends it or the consumer leaves the loop. The first news is a
 * snapshot, unless the loop continues a queue (`from`). Another one comes whenever the server has forgotten the
 * queue: it replaces everything before it. An event counts as processed when the consumer asks for the next news.
 * Throws an `ApiError` when the server refuses for good (wrong credentials, bad arguments).
 */
export async function* follow(
  connection: Connection,
  options: FollowOptions = {},
): AsyncGenerator<News, void> {
  for await (const update of followBatches(connection, options)) {
    if (update.kind === 'snapshot') {
      yield update;
      continue;
    }
    for (const event of update.events) {
      if (options.signal?.aborted === true) return;
      yield { kind: 'event', event };
    }
  }
}
