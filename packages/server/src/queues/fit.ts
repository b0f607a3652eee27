import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from './wishes.ts';

/** An event as one kind of client is to see it: as it is, changed, several, or not at all. */
export const fit = (event: EventPayload, _wishes: Wishes): readonly EventPayload[] => [event];
