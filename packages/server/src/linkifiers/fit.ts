import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from '../queues/wishes.ts';

/** Older clients know another kind of template and would make wrong links of these. */
export const understandsLinkifiers = (wishes: Wishes): boolean =>
  wishes.capabilities.linkifier_url_template === true;

export const fitLinkifiers = (event: EventPayload, wishes: Wishes): readonly EventPayload[] =>
  understandsLinkifiers(wishes) ? [event] : [];
