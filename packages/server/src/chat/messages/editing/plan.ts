import { createHash } from 'node:crypto';
import { refuseEdit } from '@parley/contract/rights/message-rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest, throwRefusal, ApiError } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import type { Accessed } from '../access.ts';
import type { MessageRow } from '../message.ts';
import { ageOf } from './age.ts';
import { changeOf, editedContentOf, type UpdateRequest } from './change.ts';
import { planMove, type Move } from './plan-move.ts';

/** A change that the actor is allowed to make, before checks of the rendered content. */
export type ChangePlan = {
  readonly accessed: Accessed;
  readonly content: string | undefined;
  readonly move: Move | undefined;
};

/** Checks a request, in the order that clients of the API expect. */
export async function planChange(
  reader: Reader,
  actor: Actor,
  accessed: Accessed,
  request: UpdateRequest,
  now: number,
): Promise<ChangePlan> {
  const { message } = accessed;
  if (request.content !== undefined) refuseEditing(actor, message, now);
  const change = changeOf(accessed, request);
  if (change.content !== undefined && (await hasSubmessages(reader, message)))
    throw badRequest('Polls and task lists cannot be edited.');
  refuseOutdated(message, request.prev_content_sha256);
  const content = change.content === undefined ? undefined : editedContentOf(change.content);
  const isMove = change.topic !== undefined || change.channelId !== undefined;
  return {
    accessed,
    content,
    move:
      isMove && accessed.kind === 'channel'
        ? await planMove(reader, actor, accessed, change, now)
        : undefined,
  };
}

function refuseEditing({ realm, user }: Actor, message: MessageRow, now: number): void {
  const settings = realmSettingsOf(realm);
  const refusal = refuseEdit({
    isEnabled: settings.allow_message_editing,
    isSender: message.sender_id === user.id,
    ageSeconds: ageOf(message, now),
    limitSeconds: settings.message_content_edit_limit_seconds,
  });
  throwRefusal(refusal);
}

function refuseOutdated({ content }: MessageRow, expected: string | undefined): void {
  if (expected === undefined) return;
  if (createHash('sha256').update(content).digest('hex') !== expected.toLowerCase())
    throw new ApiError('EXPECTATION_MISMATCH', 'The message was changed after the client read it.', {
      extra: { field_name: 'prev_content_sha256' },
    });
}

/** Submessages such as a poll's votes refer to the content of the message. */
async function hasSubmessages(reader: Reader, { realm_id, id }: MessageRow): Promise<boolean> {
  return (
    (await reader.first(
      sql`select 1 from submessage where realm_id = ${realm_id} and message_id = ${id} limit 1`,
    )) !== undefined
  );
}
