import type { Attachment } from '@parley/contract/objects/attachment.ts';
import { topicLinks } from '@parley/markdown';
import { matchLinkifiers } from '@parley/markdown/linkifiers';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import type { NoticeWorld } from '../../notices/compose-notice.ts';
import { changeFiles } from '../../uploads/attach.ts';
import { storedPaths } from '../../uploads/known-files.ts';
import { readersOf } from '../audience.ts';
import type { EditedMessages } from '../../../engine/log/logged-event.ts';
import type { MessageRow } from '../message.ts';
import type { Vocabulary } from '../sending/vocabulary.ts';
import type { Asked } from './change.ts';
import { editText, type NewText } from './edit-text.ts';
import { moveMessages, type Progress } from './move-messages.ts';
import { announceMove } from './notices.ts';
import type { Move } from './plan-move.ts';
import type { Plan } from './plan.ts';

/** Everything about a change that has been judged and held. */
export type ReadyChange = {
  readonly plan: Plan;
  readonly text: NewText | undefined;
  readonly policyUsers: readonly UserRow[];
  readonly vocabulary: Pick<Vocabulary, 'linkifiers'>;
  readonly asked: Asked;
  readonly now: number;
  /** What was moved before, if this is not the first step. */
  readonly earlier: Progress | undefined;
};

/** How far a change is, if there is more to do; and which files no message refers to any more. */
export type Outcome = { readonly progress: Progress | undefined; readonly detached: readonly Attachment[] };

/** Makes a change, or the next step of it. */
export async function applyChange(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  { plan, policyUsers, vocabulary, asked, now, earlier, ...ready }: ReadyChange,
): Promise<Outcome> {
  const { accessed, move } = plan;
  const { message } = accessed;
  const moment = { position: await nextPosition(tx), now };
  const moved =
    move === undefined
      ? undefined
      : await moveMessages(tx, actor, message, move, policyUsers, moment, earlier);
  const text = moved?.isLast === false ? undefined : ready.text;
  if (text !== undefined) await editText(tx, actor, message, text, moment);
  tx.emit(moved?.audience ?? (await readersOf(tx, accessed)), {
    type: 'update_message',
    user_id: actor.user.id,
    rendering_only: false,
    message_id: moved?.isLast === false ? (moved.ids[0] ?? message.id) : message.id,
    message_ids: [...(moved?.ids ?? [message.id])],
    edit_timestamp: Math.floor(now / 1000),
    ...(accessed.kind === 'channel'
      ? { stream_id: accessed.channel.id, stream_name: accessed.channel.name }
      : {}),
    ...(move === undefined ? {} : movedFields(message, move, vocabulary)),
    ...(text === undefined ? {} : editedFields(message, text)),
  });
  if (moved?.isLast === false) return { progress: moved.progress, detached: [] };
  const detached =
    text === undefined ? [] : await changeFiles(tx, message.id, storedPaths(text.rendered.attachments));
  if (move !== undefined && moved !== undefined)
    await announceMove(tx, world, actor, { move, moved, message, asked, isEdited: text !== undefined, now });
  return { progress: undefined, detached };
}

/**
 * The first place in the log that the change could get. Until it has its own, nobody comes to its conversations
 * or leaves them, and nobody else changes the message: for both it is as good as the place that it will get, and
 * many rows need not be written while the head of the log is locked.
 */
async function nextPosition(tx: Tx): Promise<number> {
  const row = await tx.first(
    sql<{ next: number }>`select head + 1 as next from realm_head where realm_id = ${tx.realmId}`,
  );
  if (row === undefined) throw new Error(`The organization ${tx.realmId} has no log.`);
  return row.next;
}

function movedFields(
  message: MessageRow,
  move: Move,
  { linkifiers }: Pick<Vocabulary, 'linkifiers'>,
): Partial<EditedMessages> {
  return {
    propagate_mode: move.mode,
    orig_subject: message.topic,
    ...(move.isTopicChanged
      ? { subject: move.topic, topic_links: topicLinks(move.topic, linkifiers, matchLinkifiers) }
      : {}),
    ...(move.isChannelChanged ? { new_stream_id: move.target.id } : {}),
  };
}

function editedFields(message: MessageRow, { content, rendered }: NewText): Partial<EditedMessages> {
  return {
    orig_content: message.content,
    orig_rendered_content: message.rendered,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  };
}
