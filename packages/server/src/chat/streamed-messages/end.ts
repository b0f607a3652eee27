import type { RenderResult } from '@parley/markdown';
import { ApiError } from '../../engine/api-error.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { LoggedMessageUpdate } from '../../engine/log/logged-event.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { findChannels } from '../channels/queries.ts';
import { storeText } from '../messages/editing/edit-text.ts';
import { MESSAGE_FLAGS } from '../messages/flags.ts';
import { resolveMentions, type MentionedUsers, type MentionTarget } from '../messages/mentions.ts';
import type { MessageRow } from '../messages/message.ts';
import { lockStoredMessage, tellRendering } from '../messages/stored-message.ts';
import { insertPageJob, wantsPages } from '../previews/page-jobs.ts';
import { changeFiles } from '../uploads/attach.ts';
import { storedPaths } from '../uploads/known-files.ts';
import { mayReplace } from './checkpoint.ts';
import { removeStream, type StreamKey } from './rows.ts';
import { renderStream, type RenderedStream } from './stored-stream.ts';

/** Stores the text of a stream that takes no further pieces, once, and ends it. */
export async function endStream(world: World, key: StreamKey): Promise<void> {
  const stream = await renderStream(world, key, { isLast: true });
  if (stream === undefined) return;
  world.pieces.forget(key);
  const now = world.clock.now();
  await world.write(key.realmId, async (tx) => {
    const message = await lockStoredMessage(tx, key.messageId);
    if (message === undefined || (await removeStream(tx, key.messageId)) === undefined) return;
    const told = await storeLast(tx, world, stream, message);
    await tellRendering(tx, message, now, {
      ...told,
      streaming: false,
    });
  });
}

type Told = Pick<LoggedMessageUpdate, 'content' | 'rendered_content' | 'is_me_message' | 'newMentions'>;

/** Stores the last text with everything that follows from it; returns what readers are told. */
async function storeLast(
  tx: Tx,
  world: World,
  { author, shown }: RenderedStream,
  message: MessageRow,
): Promise<Told> {
  if (shown === undefined || !(await mayReplace(tx, message, shown.content))) {
    await tx.all(sql`
      update message set message_flags = message_flags & ${~MESSAGE_FLAGS.streamed}::smallint
      where realm_id = ${tx.realmId} and id = ${message.id}`);
    return { content: message.content, rendered_content: message.rendered };
  }
  const { content, vocabulary } = shown;
  const { rendered, called } = await calledBy(tx, author, shown.rendered, message);
  const newMentions = await storeText(tx, message, {
    content,
    rendered,
    called,
    alerted: [...vocabulary.alertedBy(content)],
  });
  await changeFiles(tx, message.id, storedPaths(rendered.attachments));
  if (wantsPages(world.config, author, rendered)) await tx.all(insertPageJob(tx.realmId, message.id));
  return {
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
    ...(newMentions === undefined ? {} : { newMentions }),
  };
}

const NOBODY: MentionedUsers = { users: [], participants: [] };

/** Mentions that the sender may not use call nobody: the text was written already and cannot be refused. */
async function calledBy(
  tx: Tx,
  author: Actor,
  rendered: RenderResult,
  message: MessageRow,
): Promise<{ readonly rendered: RenderResult; readonly called: MentionedUsers }> {
  try {
    const target = await targetOf(tx, message);
    return { rendered, called: await resolveMentions(tx, author, rendered.mentions, target) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') throw error;
    const mentions = { ...rendered.mentions, everyone: false, topic: false };
    return { rendered: { ...rendered, mentions }, called: NOBODY };
  }
}

async function targetOf(tx: Tx, { channel_id, topic }: MessageRow): Promise<MentionTarget | undefined> {
  const [channel] = channel_id === null ? [] : await findChannels(tx, tx.realmId, [channel_id]);
  return channel === undefined
    ? undefined
    : { channelId: channel.id, topic, subscribers: channel.subscriber_count };
}
