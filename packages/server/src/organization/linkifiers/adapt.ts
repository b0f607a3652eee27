import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

/** Older clients expect another template syntax and would produce wrong links. */
export function understandsLinkifiers(clientOptions: ClientOptions): boolean {
  return clientOptions.capabilities.linkifier_url_template === true;
}

export function adaptLinkifierEvent(
  event: EventPayload,
  clientOptions: ClientOptions,
): readonly EventPayload[] {
  return understandsLinkifiers(clientOptions) ? [event] : [];
}
