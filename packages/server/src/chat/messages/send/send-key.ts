import type { AutomaticPolicy } from '../follow.ts';
import { createHash } from 'node:crypto';
import { idempotencyKey as named, type ParametersOf } from '@parley/contract/endpoint.ts';
import type { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Call } from '../../../http/route.ts';
import type { World } from '../../../http/world.ts';

/** The idempotency key of a send, and the hash of its content. */
export type SendKey = { readonly key: Buffer; readonly hash: Buffer };

/** An earlier send under the same key. */
export type EarlierSend = {
  readonly message_id: number;
  readonly content_hash: string;
  readonly policy: AutomaticPolicy;
};

/** The idempotency key comes from the header, or else from the local echo parameters queue_id and local_id. */
export function keyOf(
  { idempotencyKey }: Pick<Call, 'idempotencyKey'>,
  request: ParametersOf<typeof sendMessage>,
): SendKey | undefined {
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > named.length))
    throw badRequest(`The header ${named.header} must have 1 to ${named.length} characters.`);
  const { queue_id, local_id, type, to, topic, content, widget_content } = request;
  const name =
    idempotencyKey !== undefined
      ? ['header', idempotencyKey]
      : queue_id !== undefined && local_id !== undefined
        ? ['echo', queue_id, local_id]
        : undefined;
  if (name === undefined) return undefined;
  const isChannel = type === 'channel' || type === 'stream';
  return {
    key: digest(name),
    hash: digest([isChannel, to, isChannel ? topic : '', content, widget_content]),
  };
}

function digest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}

/** A key as the context query takes it; empty for none. */
export function hexOf(key: SendKey | undefined): string {
  return key?.key.toString('hex') ?? '';
}

/** Returns the result of an earlier send with the same key; refuses a key that was used for different content. */
export function resultOfEarlier(key: SendKey | undefined, earlier: EarlierSend | undefined) {
  if (key === undefined || earlier === undefined) return undefined;
  if (earlier.content_hash !== key.hash.toString('hex'))
    throw badRequest('The idempotency key was already used for a different message.');
  return { id: earlier.message_id, policy: earlier.policy, target: undefined };
}

/** Deletes idempotency keys one hour after the day for which they are promised to work. */
export function expireIdempotencyKeys({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from sent_key where at < now() - interval '25 hours'`);
}
