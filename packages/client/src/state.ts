import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { registerQueue } from '@parley/contract/endpoints/queues.ts';

/**
 * The state of a client: the response of a registration. A part that was not fetched is absent, and events leave it
 * absent. States are immutable; `applyEvent` returns new ones that share all unchanged parts.
 */
export type State = Readonly<ResultOf<typeof registerQueue>>;
