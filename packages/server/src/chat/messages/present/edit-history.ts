import type { WireMessage } from '@parley/contract/objects/message.ts';
import type { RealmSettings } from '@parley/contract/objects/realm-settings.ts';
import { leavesOut, type GrantLimits } from '../../../http/actor.ts';
import type { PresentedEditRow } from './rows.ts';

type History = NonNullable<WireMessage['edit_history']>;
type Policy = RealmSettings['message_edit_history_visibility_policy'];

/** Earlier versions as far as the organization's policy and the limits of a grant show them; undefined if there are none. */
export function presentHistory(
  edits: readonly PresentedEditRow[],
  { policy, limits }: { readonly policy: Policy; readonly limits: GrantLimits | undefined },
  shown: (topic: string) => string,
): History | undefined {
  if (policy === 'none') return undefined;
  const history = sinceArrival(limits, edits)
    .filter((edit) => policy === 'all' || edit.prev_topic !== null || edit.prev_channel_id !== null)
    .map((edit) => presentEdit(policy === 'all' ? edit : { ...edit, prev_content: null }, shown));
  return history.length === 0 ? undefined : history;
}

/** A grant of some channels has the edits, newest first, since the message came from another one. */
function sinceArrival(
  limits: GrantLimits | undefined,
  edits: readonly PresentedEditRow[],
): readonly PresentedEditRow[] {
  const arrival = edits.findIndex(
    ({ prev_channel_id }) => prev_channel_id !== null && leavesOut(limits, prev_channel_id),
  );
  return arrival === -1 ? edits : edits.slice(0, arrival);
}

function presentEdit(edit: PresentedEditRow, shown: (topic: string) => string): History[number] {
  return {
    user_id: edit.user_id,
    timestamp: edit.at,
    ...(edit.prev_content === null
      ? {}
      : { prev_content: edit.prev_content, prev_rendered_content: edit.prev_rendered ?? '' }),
    ...(edit.prev_topic === null
      ? {}
      : { prev_topic: shown(edit.prev_topic), topic: shown(edit.topic ?? edit.prev_topic) }),
    ...(edit.prev_channel_id === null || edit.channel_id === null
      ? {}
      : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
  };
}
