import { createHash } from 'node:crypto';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest, ApiError } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import type { Accessed } from '../access.ts';
import type { MessageRow } from '../message.ts';
import { ageOf } from './age.ts';
import { changeOf, editedContentOf, type Asked } from './change.ts';
import { planMove, type Move } from './plan-move.ts';
import { canEdit } from './rights.ts';

/** A change that the actor may make, as far as it does not depend on what the new text says. */
export type Plan = {
  readonly accessed: Accessed;
  readonly content: string | undefined;
  readonly move: Move | undefined;
};

/** Refuses in the order in which clients expect it. */
export async function planChange(
  reader: Reader,
  actor: Actor,
  accessed: Accessed,
  asked: Asked,
  now: number,
): Promise<Plan> {
  const { message } = accessed;
  if (asked.content !== undefined) refuseEditing(actor, message, now);
  const change = changeOf(accessed, asked);
  if (change.content !== undefined && (await hasParts(reader, message)))
    throw badRequest('Polls and lists of tasks cannot be edited.');
  refuseOutdated(message, asked.prev_content_sha256);
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
  const isAllowed = canEdit({
    isEnabled: settings.allow_message_editing,
    isSender: message.sender_id === user.id,
    ageSeconds: ageOf(message, now),
    limitSeconds: settings.message_content_edit_limit_seconds,
  });
  if (!isAllowed) throw badRequest('You may not edit this message, or not any more.');
}

function refuseOutdated({ content }: MessageRow, expected: string | undefined): void {
  if (expected === undefined) return;
  if (createHash('sha256').update(content).digest('hex') !== expected.toLowerCase())
    throw new ApiError('EXPECTATION_MISMATCH', 'The message has changed since.', {
      extra: { field_name: 'prev_content_sha256' },
    });
}

/** A poll's votes refer to its text. */
async function hasParts(reader: Reader, { realm_id, id }: MessageRow): Promise<boolean> {
  return (
    (await reader.first(
      sql`select 1 from submessage where realm_id = ${realm_id} and message_id = ${id} limit 1`,
    )) !== undefined
  );
}
