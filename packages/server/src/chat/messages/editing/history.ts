import type { messageSnapshot } from '@parley/contract/objects/message.ts';
import type * as z from 'zod';
import { leavesOut, shareOf, type GrantLimits } from '../../../http/actor.ts';
import type { Call } from '../../../http/route.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { shownTopic } from '../../topics/name.ts';
import { accessMessage } from '../access.ts';
import type { MessageRow } from '../message.ts';
import { readEdits, type ShownEdits } from './read-edits.ts';

type Snapshot = z.infer<typeof messageSnapshot>;

/** The states of a message, oldest first: the original one, and those after its newest edits. */
export async function historyOf(call: Call, id: number, knowsEmptyTopic: boolean): Promise<Snapshot[]> {
  const { world, realm, user, limits } = call;
  const policy = realmSettingsOf(realm).message_edit_history_visibility_policy;
  if (policy === 'none') throw badRequest('This organization does not show the edit history of messages.');
  const { kind, message } = await accessMessage(world.pool, { realm, user, limits }, id);
  const compared = await withDifferences(
    call,
    withinLimits(limits, statesOf(message, shownTo(limits, await readEdits(call, id, policy === 'moves')))),
  );
  const shown = (topic: string): string =>
    kind === 'direct' ? '' : shownTopic(topic, { capabilities: { empty_topic_name: knowsEmptyTopic } });
  return compared.map(({ topic, prev_topic, ...state }) => ({
    ...state,
    topic: shown(topic),
    ...(prev_topic === undefined ? {} : { prev_topic: shown(prev_topic) }),
  }));
}

/** Reconstructs states backwards from the current one, because each edit stores only the replaced values. */
function statesOf(message: MessageRow, { edits, original }: ShownEdits): Snapshot[] {
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
  const first = { topic, content, rendered_content: rendered, timestamp, user_id: message.sender_id };
  return [{ ...first, ...original }, ...states];
}

/** The original may be from another channel, which a move among the left out edits would tell. */
function shownTo(limits: GrantLimits | undefined, { edits, original }: ShownEdits): ShownEdits {
  return { edits, original: limits?.channels === undefined ? original : {} };
}

/** A grant of some channels has the states since the message came from another one, without what it was there. */
function withinLimits(limits: GrantLimits | undefined, states: readonly Snapshot[]): readonly Snapshot[] {
  const arrival = states.findLastIndex(
    ({ prev_stream }) => prev_stream !== undefined && leavesOut(limits, prev_stream),
  );
  const state = states[arrival];
  if (state === undefined) return states;
  const { topic, content, rendered_content, timestamp, user_id } = state;
  return [{ topic, content, rendered_content, timestamp, user_id }, ...states.slice(arrival + 1)];
}

/** Adds HTML diffs, until the client disconnects. */
async function withDifferences(call: Call, states: readonly Snapshot[]): Promise<Snapshot[]> {
  const { differences } = call.world;
  const share = shareOf(call);
  const gone = call.gone();
  const compared: Snapshot[] = [];
  for (const state of states) {
    if (gone.aborted) throw badRequest('The client has disconnected.');
    const { prev_rendered_content: before, rendered_content: after } = state;
    compared.push(
      before === undefined
        ? state
        : { ...state, content_html_diff: await differences.compare(share, { before, after }) },
    );
  }
  return compared;
}
