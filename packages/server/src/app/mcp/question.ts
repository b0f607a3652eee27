import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, type Json } from '@parley/contract/json-schema.ts';
import * as z from 'zod';
import { badRequest } from '../../engine/api-error.ts';
import { sql } from '../../engine/db/sql.ts';
import { QUESTION_PLACE } from '../../engine/secrets/places.ts';
import type { ToolCall } from './tool-call.ts';

/** The call of a tool that waits for the answer of the user, and whether its client shows a form or repeats a code. */
type Asked = { readonly tool: string; readonly args: Json; readonly isForm: boolean };

const LIFETIME_MS = 10 * 60 * 1000;
const NONCE_BYTES = 16;

const content = z.tuple([z.int(), z.string(), z.number(), z.string()]);

/** The state of a question, which comes back with the answer: sealed, for one grant, one call with its arguments, and ten minutes. */
export function stateOf({ world, account }: ToolCall, asked: Asked): string {
  const expires = world.clock.now() + LIFETIME_MS;
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return world.sealer
    .seal(QUESTION_PLACE, JSON.stringify([account.credential.id, digestOf(asked), expires, nonce]))
    .toString('base64url');
}

/** Takes the answer of a question, once; throws if it belongs to another call, is too old, or was taken before. */
export async function takeAnswer(call: ToolCall, asked: Asked, state: string): Promise<void> {
  const { world, account } = call;
  const read = content.safeParse(opened(call, state));
  if (!read.success) throw notAsked();
  const [credentialId, digest, expires, nonce] = read.data;
  if (credentialId !== account.credential.id || digest !== digestOf(asked)) throw notAsked();
  if (expires < world.clock.now()) throw badRequest('The answer came too late. Call the tool again.');
  if (!(await spend(call, nonce))) throw badRequest('The answer was used already. Call the tool again.');
}

function opened({ world }: ToolCall, state: string): unknown {
  const sealed = Buffer.from(state, 'base64url');
  // The last character of the text has bits that are not part of the bytes: one state is written in one way.
  if (sealed.toString('base64url') !== state) return undefined;
  try {
    return JSON.parse(world.sealer.open(QUESTION_PLACE, sealed)) as unknown;
  } catch {
    return undefined;
  }
}

function notAsked() {
  return badRequest('The answer belongs to no question about this call. Call the tool without it.');
}

function digestOf({ tool, args, isForm }: Asked): string {
  return createHash('sha256')
    .update(canonicalJson([tool, args, isForm]))
    .digest('base64url');
}

/** Records the answer among the keys of requests that take effect once, which are kept for longer than a question lives. */
async function spend({ world, account: { realm, user } }: ToolCall, nonce: string): Promise<boolean> {
  const key = createHash('sha256').update(`answer ${nonce}`).digest();
  const row = await world.pool.first(sql`
    insert into sent_key (realm_id, user_id, key, content_hash, message_id, policy)
    values (${realm.id}, ${user.id}, ${key}, ${key}, 0, 0) on conflict do nothing returning 1`);
  return row !== undefined;
}
