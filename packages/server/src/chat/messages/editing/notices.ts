import type { UpdateRequest } from './change.ts';
import type { Moved } from './move-messages.ts';
import type { Move } from './plan-move.ts';
import { announceResolution } from './resolution-notice.ts';
import type { MessageRow } from '../message.ts';
import { type NoticeWorld, sendNotice } from '../../notices/compose-notice.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';

/** A completed move. */
export type DoneMove = {
  readonly move: Move;
  readonly moved: Moved;
  readonly message: MessageRow;
  readonly request: Pick<
    UpdateRequest,
    'send_notification_to_new_thread' | 'send_notification_to_old_thread'
  >;
  readonly isEdited: boolean;
  readonly now: number;
};

/** Sends notices to the target and source topics. A change of letter case only gets none. */
export async function announceMove(tx: Tx, world: NoticeWorld, actor: Actor, done: DoneMove): Promise<void> {
  const { move, moved, message, request } = done;
  if (move.resolution !== undefined && !move.isChannelChanged) {
    if (!done.isEdited) await announceResolution(tx, world, actor, done);
    return;
  }
  if (moved.isSameTopic) return;
  const mover = `@_**${actor.user.full_name}|${actor.user.id}**`;
  const notice = { cause: actor, read: [actor.user.id] };
  const { count } = moved.progress;
  const single = count === 1;
  if (request.send_notification_to_new_thread) {
    const from = `from #**${move.source.name}>${message.topic}** by ${mover}.`;
    const first = `#**${move.target.name}>${move.topic}@${message.id}**`;
    const partly = single ? `A message (${first}) was moved here` : `${count} messages were moved here`;
    await sendNotice(tx, world, {
      ...notice,
      channel: move.target,
      topic: move.topic,
      content: `${moved.isWhole ? 'This topic was moved here' : partly} ${from}`,
    });
  }
  if (request.send_notification_to_old_thread) {
    const to = single ? `${move.topic}@${message.id}` : move.topic;
    const partly = single ? 'A message was moved' : `${count} messages were moved`;
    await sendNotice(tx, world, {
      ...notice,
      channel: move.source,
      topic: message.topic,
      content: `${moved.isWhole ? 'This topic was moved' : `${partly} from here`} to #**${move.target.name}>${to}** by ${mover}.`,
    });
  }
}
