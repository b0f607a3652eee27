import type { Attachment } from '@parley/contract/objects/attachment.ts';
import { topicLinks } from '@parley/markdown';
import { matchLinkifiers } from '@parley/markdown/linkifiers';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import type { NoticeWorld } from '../../notices/compose-notice.ts';
import { deletePageJob, insertPageJob, wantsPages } from '../../previews/page-jobs.ts';
import { changeFiles } from '../../uploads/attach.ts';
import { storedPaths } from '../../uploads/known-files.ts';
import { readersOf } from '../audience.ts';
import type { LoggedMessageUpdate } from '../../../engine/log/logged-event.ts';
import { isStreamed, isWithoutPages } from '../flags.ts';
import type { MessageRow } from '../message.ts';
import type { Vocabulary } from '../rendering/vocabulary.ts';
import type { UpdateRequest } from './change.ts';
import { editText, type NewText } from './edit-text.ts';
import { moveMessages, type Progress } from './move-messages.ts';
import { announceMove } from './notices.ts';
import type { Move } from './plan-move.ts';
import type { ChangePlan } from './plan.ts';

/** A change that passed all checks, with everything it depends on locked. */
export type ReadyChange = {
  readonly plan: ChangePlan;
  readonly text: NewText | undefined;
  readonly policyUsers: readonly UserRow[];
  readonly vocabulary: Pick<Vocabulary, 'linkifiers'>;
  readonly request: UpdateRequest;
  readonly now: number;
  /** Progress of the previous steps; undefined in the first step. */
  readonly earlier: Progress | undefined;
};

/** Progress, if more steps remain, and the files that no message refers to any more. */
export type ChangeOutcome = {
  readonly progress: Progress | undefined;
  readonly detached: readonly Attachment[];
};

/** Applies a change, or its next step. */
export async function applyChange(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  { plan, policyUsers, vocabulary, request, now, earlier, ...ready }: ReadyChange,
): Promise<ChangeOutcome> {
  const { accessed, move } = plan;
  const { message } = accessed;
  const moment = { position: await nextPosition(tx), now };
  const moved =
    move === undefined
      ? undefined
      : await moveMessages(tx, actor, message, move, policyUsers, moment, earlier);
  const text = moved?.isLast === false ? undefined : ready.text;
  const newMentions = text === undefined ? undefined : await editText(tx, actor, message, text, moment);
  const readers = moved?.readers ?? [
    { audience: await readersOf(tx, accessed), ids: [message.id], seesNamed: true },
  ];
  for (const { audience, ids, seesNamed } of readers)
    tx.emit(audience, {
      type: 'update_message',
      user_id: actor.user.id,
      rendering_only: false,
      message_id: moved?.isLast === false || !seesNamed ? (ids[0] ?? message.id) : message.id,
      message_ids: [...ids],
      edit_timestamp: Math.floor(now / 1000),
      ...(accessed.kind === 'channel'
        ? { stream_id: accessed.channel.id, stream_name: accessed.channel.name }
        : {}),
      ...(move === undefined ? {} : movedFields(message, move, vocabulary)),
      ...(text === undefined || !seesNamed ? {} : editedFields(message, text)),
      ...(newMentions === undefined || !seesNamed ? {} : { newMentions }),
    });
  if (moved?.isLast === false) return { progress: moved.progress, detached: [] };
  if (text !== undefined)
    await (!isWithoutPages(message) && wantsPages(world.config, actor, text.rendered)
      ? tx.all(insertPageJob(tx.realmId, message.id))
      : deletePageJob(tx, message.id));
  const detached =
    text === undefined ? [] : await changeFiles(tx, message.id, storedPaths(text.rendered.attachments));
  if (move !== undefined && moved !== undefined)
    await announceMove(tx, world, actor, {
      move,
      moved,
      message,
      request,
      isEdited: text !== undefined,
      now,
    });
  return { progress: undefined, detached };
}

/**
 * The lowest log position that the change can get. The locks keep memberships of its conversations and the message
 * itself unchanged until the commit, so this position is equivalent to the final one, and the rows can be written
 * before the log head is locked.
 */
async function nextPosition(tx: Tx): Promise<number> {
  const row = await tx.first(
    sql<{ next: number }>`select head + 1 as next from realm_head where realm_id = ${tx.realmId}`,
  );
  if (row === undefined) throw new Error(`Organization ${tx.realmId} has no log head.`);
  return row.next;
}

function movedFields(
  message: MessageRow,
  move: Move,
  { linkifiers }: Pick<Vocabulary, 'linkifiers'>,
): Partial<LoggedMessageUpdate> {
  return {
    propagate_mode: move.mode,
    orig_subject: message.topic,
    ...(move.isTopicChanged
      ? { subject: move.topic, topic_links: topicLinks(move.topic, linkifiers, matchLinkifiers) }
      : {}),
    ...(move.isChannelChanged ? { new_stream_id: move.target.id } : {}),
  };
}

function editedFields(message: MessageRow, { content, rendered }: NewText): Partial<LoggedMessageUpdate> {
  return {
    orig_content: message.content,
    orig_rendered_content: message.rendered,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
    ...(isStreamed(message) ? { streaming: false } : {}),
  };
}
