import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { checkName } from '../channels/names.ts';
import { badRequest } from '../../engine/api-error.ts';
import { sentTopicOf } from './text.ts';

type Request = Pick<ParametersOf<typeof sendMessage>, 'to' | 'type' | 'topic'>;

/** The recipient of a message as the request names it, before any lookup. */
export type Address =
  | {
      readonly kind: 'channel';
      readonly channel: number | string | undefined;
      readonly requestedName?: string;
      readonly topic: string;
    }
  | { readonly kind: 'users'; readonly ids: readonly number[] }
  | { readonly kind: 'addresses'; readonly emails: readonly string[] };

export function addressOf({ to, type, topic }: Request): Address {
  return type === 'channel' || type === 'stream' ? toChannel(to, topic) : toUsers(to);
}

function toChannel(to: Request['to'], topic: string | undefined): Address {
  const channel = Array.isArray(to) ? onlyOne(to) : to;
  if (topic === undefined)
    throw badRequest("Missing parameter 'topic': a message to a channel needs a topic.");
  const base = { kind: 'channel', topic: sentTopicOf(topic) } as const;
  return typeof channel === 'string'
    ? { ...base, channel: checkName(channel), requestedName: channel }
    : { ...base, channel };
}

function onlyOne(to: readonly (string | number)[]): string | number {
  const [first, ...others] = to;
  if (first === undefined || others.length > 0)
    throw badRequest("The parameter 'to' must name exactly one channel.");
  return first;
}

function toUsers(to: Request['to']): Address {
  if (typeof to === 'number')
    throw badRequest("The parameter 'to' must be a list for direct messages: [12], not 12.");
  const list: readonly (string | number)[] = typeof to === 'string' ? to.split(',') : (to ?? []);
  const ids = [...new Set(list.filter((one) => typeof one === 'number'))];
  const emails = [
    ...new Set(
      list
        .filter((one) => typeof one === 'string')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
  ];
  if (ids.length === 0 && emails.length === 0)
    throw badRequest("Missing parameter 'to': a direct message needs recipients.");
  return ids.length > 0 ? { kind: 'users', ids } : { kind: 'addresses', emails };
}
