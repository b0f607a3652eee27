import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { messageSnapshot } from '@parley/contract/objects/message.ts';
import type { Selectable } from 'kysely';
import type * as z from 'zod';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { shownTopic } from '../../topics/name.ts';
import { accessMessage } from '../access.ts';
import { diffHtml } from '../html-diff/diff-html.ts';
import type { MessageRow } from '../message.ts';

export type Snapshot = z.infer<typeof messageSnapshot>;
export type EditRow = Selectable<Schema['message_edit']>;

/** The states of a message, oldest first. */
export async function historyOf(
  reader: Reader,
  actor: Actor,
  id: number,
  knowsEmptyTopic: boolean,
): Promise<Snapshot[]> {
  const policy = realmSettingsOf(actor.realm).message_edit_history_visibility_policy;
  if (policy === 'none') throw badRequest('This organization does not show the edit history of messages.');
  const { kind, message } = await accessMessage(reader, actor, id);
  const edits = await reader.all(
    q
      .selectFrom('message_edit')
      .selectAll()
      .where('realm_id', '=', actor.realm.id)
      .where('message_id', '=', id)
      .orderBy('position'),
  );
  const states = statesOf(message, policy === 'moves' ? edits.flatMap(asMove) : edits);
  const compared = await withDifferences(states);
  const shown = (topic: string): string =>
    kind === 'direct' ? '' : shownTopic(topic, { capabilities: { empty_topic_name: knowsEmptyTopic } });
  return compared.map(({ topic, prev_topic, ...state }) => ({
    ...state,
    topic: shown(topic),
    ...(prev_topic === undefined ? {} : { prev_topic: shown(prev_topic) }),
  }));
}

/** The policy 'moves' hides earlier content, so every state has the current content. */
function asMove(edit: EditRow): EditRow[] {
  return edit.prev_topic === null && edit.prev_channel_id === null
    ? []
    : [{ ...edit, prev_content: null, prev_rendered: null }];
}

/** Reconstructs states backwards from the current one, because each edit stores only the replaced values. */
export function statesOf(message: MessageRow, edits: readonly EditRow[]): Snapshot[] {
  let { topic, content, rendered } = message;
  const states: Snapshot[] = [];
  for (const edit of edits.toReversed()) {
    states.unshift({
      topic,
      content,
      rendered_content: rendered,
      timestamp: Math.floor(edit.at.getTime() / 1000),
      user_id: edit.user_id,
      ...(edit.prev_topic === null ? {} : { prev_topic: edit.prev_topic }),
      ...(edit.prev_channel_id === null || edit.channel_id === null
        ? {}
        : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
      ...(edit.prev_content === null || edit.prev_rendered === null
        ? {}
        : { prev_content: edit.prev_content, prev_rendered_content: edit.prev_rendered }),
    });
    topic = edit.prev_topic ?? topic;
    content = edit.prev_content ?? content;
    rendered = edit.prev_rendered ?? rendered;
  }
  const timestamp = Math.floor(message.sent_at.getTime() / 1000);
  return [{ topic, content, rendered_content: rendered, timestamp, user_id: message.sender_id }, ...states];
}

/** Adds HTML diffs; yields to the event loop between them, because a diff is slow and a message can have many edits. */
async function withDifferences(states: readonly Snapshot[]): Promise<Snapshot[]> {
  const compared: Snapshot[] = [];
  for (const state of states) {
    const { prev_rendered_content: before, rendered_content: after } = state;
    if (before !== undefined) await yieldToEventLoop();
    compared.push(before === undefined ? state : { ...state, content_html_diff: diffHtml(before, after) });
  }
  return compared;
}
