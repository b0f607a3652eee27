import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { registerQueue } from '@parley/contract/endpoints/queues.ts';

/**
 * What a client knows: the answer of registration. A part that was not fetched is absent, and events leave it
 * absent. States are never changed; `applyEvent` makes new ones that share what stayed the same.
 */
export type State = Readonly<ResultOf<typeof registerQueue>>;
