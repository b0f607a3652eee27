import type { Asked } from './change.ts';
import type { Moved } from './move-messages.ts';
import type { Move } from './plan-move.ts';
import { announceResolution } from './resolution-notice.ts';
import type { MessageRow } from '../message.ts';
import { type NoticeWorld, sendNotice } from '../../notices/compose-notice.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';

/** A move that has happened. */
export type DoneMove = {
  readonly move: Move;
  readonly moved: Moved;
  readonly message: MessageRow;
  readonly asked: Pick<Asked, 'send_notification_to_new_thread' | 'send_notification_to_old_thread'>;
  readonly isEdited: boolean;
  readonly now: number;
};

/** Leaves notices where messages went and where they were. Another spelling is nothing to tell. */
export async function announceMove(tx: Tx, world: NoticeWorld, actor: Actor, done: DoneMove): Promise<void> {
  const { move, moved, message, asked } = done;
  if (move.resolution !== undefined && !move.isChannelChanged) {
    if (!done.isEdited) await announceResolution(tx, world, actor, done);
    return;
  }
  if (moved.isSameTopic) return;
  const who = `@_**${actor.user.full_name}|${actor.user.id}**`;
  const notice = { cause: actor, read: [actor.user.id] };
  const { count } = moved.progress;
  const single = count === 1;
  if (asked.send_notification_to_new_thread) {
    const from = `from #**${move.source.name}>${message.topic}** by ${who}.`;
    const first = `#**${move.target.name}>${move.topic}@${message.id}**`;
    const partly = single ? `A message (${first}) was moved here` : `${count} messages were moved here`;
    await sendNotice(tx, world, {
      ...notice,
      channel: move.target,
      topic: move.topic,
      content: `${moved.isWhole ? 'This topic was moved here' : partly} ${from}`,
    });
  }
  if (asked.send_notification_to_old_thread) {
    const to = single ? `${move.topic}@${message.id}` : move.topic;
    const partly = single ? 'A message was moved' : `${count} messages were moved`;
    await sendNotice(tx, world, {
      ...notice,
      channel: move.source,
      topic: message.topic,
      content: `${moved.isWhole ? 'This topic was moved' : `${partly} from here`} to #**${move.target.name}>${to}** by ${who}.`,
    });
  }
}
