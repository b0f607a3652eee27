import type { ReadState } from '../../http/snapshot.ts';
import { badRequest } from '../../engine/api-error.ts';
import { convert } from './converter.ts';

/** A bot whose service is part of the server: it replies to a text, at once and without a network. */
type EmbeddedService = { readonly reply: (text: string) => string };

const SERVICES: ReadonlyMap<string, EmbeddedService> = new Map([['converter', { reply: convert }]]);

/** Throws if the server has no embedded bot of this name. */
export function checkServiceName(name: string | undefined): string {
  if (name !== undefined && SERVICES.has(name)) return name;
  throw badRequest(`service_name must be one of: ${[...SERVICES.keys()].join(', ')}.`);
}

/** The reply of a service; undefined if this release does not have it. */
export function replyOf(service: string, text: string): string | undefined {
  return SERVICES.get(service)?.reply(text);
}

export const embeddedBotsState: ReadState<'realm_embedded_bots'> = async () => ({
  realm_embedded_bots: [...SERVICES.keys()].map((name) => ({ name, config: {} })),
});
