import type { WireEvent } from '@parley/contract/events.ts';

/** The events of one type, with all their operations. */
export type EventOf<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>;
