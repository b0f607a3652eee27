import type { State } from '../state.ts';

/** A channel that the reader can see. */
export type KnownChannel = NonNullable<State['subscriptions' | 'never_subscribed']>[number];
