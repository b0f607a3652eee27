import type { Message, State } from '@parley/client';
import { now } from '../../data/clock.ts';

/** Whether the reader may still change the text; the server has the last word. */
export function canEdit(state: State, message: Message): boolean {
  const limit = state.realm_message_content_edit_limit_seconds;
  return (
    message.sender_id === state.user_id &&
    state.realm_allow_message_editing !== false &&
    (limit === undefined || limit === null || isYounger(message, limit))
  );
}

export function canMove(state: State, message: Message): boolean {
  return message.kind === 'channel' && state.is_guest !== true;
}

export function canDelete(state: State, message: Message): boolean {
  return message.sender_id === state.user_id || state.is_admin === true;
}

function isYounger(message: Message, seconds: number): boolean {
  return now() / 1000 - message.timestamp < seconds;
}
