import type { NarrowTerm, ServerEvent, State } from '@parley/client';
import type { Narrow } from '../narrow/narrow.ts';
import { isTopicMuted } from '../derived/topic-policy.ts';

type Destination = { readonly channelId: number; readonly topic: string } | undefined;

/** Ids of an event that may belong to the narrow from now on, whether their messages are known or not. */
export function mayEnter(
  narrow: Narrow,
  event: ServerEvent,
  to: Destination,
  state: State,
): readonly number[] {
  switch (event.type) {
    case 'update_message': {
      const moved = to !== undefined && mayHold(narrow, to, state) ? event.message_ids : [];
      const isMention = event.flags.includes('mentioned') || event.flags.includes('wildcard_mentioned');
      const isEdited = narrow.kind === 'search' || (narrow.kind === 'mentions' && isMention);
      return isEdited && moved.length === 0 ? [event.message_id] : moved;
    }
    case 'update_message_flags':
      return event.op === 'add' && dependsOn(narrow, event.flag) ? event.messages : [];
    case 'reaction':
      return event.op === 'add' && dependsOn(narrow, 'reaction') ? [event.message_id] : [];
    default:
      return [];
  }
}

function mayHold(narrow: Narrow, to: NonNullable<Destination>, state: State): boolean {
  switch (narrow.kind) {
    case 'topic':
      return narrow.channelId === to.channelId && narrow.topic.toLowerCase() === to.topic.toLowerCase();
    case 'channel':
      return narrow.channelId === to.channelId;
    case 'all':
      return !isTopicMuted(state, to.channelId, to.topic);
    case 'search':
      return true;
    case 'direct':
    case 'mentions':
    case 'starred':
    case 'reactions':
      return false;
  }
}

function dependsOn(narrow: Narrow, what: string): boolean {
  if (narrow.kind === 'starred') return what === 'starred';
  if (narrow.kind === 'reactions') return what === 'reaction';
  return narrow.kind === 'search' && narrow.terms.some((term) => operandOf(term) === what);
}

/** Events after which a narrow may select other messages than before, without naming them. */
export function isUnsettledBy(narrow: Narrow, event: ServerEvent): boolean {
  switch (event.type) {
    case 'user_topic':
      return narrow.kind === 'all' || hasOperand(narrow, POLICY_OPERANDS);
    case 'subscription':
      if (event.op === 'update')
        return (
          event.property === 'is_muted' && (narrow.kind === 'all' || hasOperand(narrow, POLICY_OPERANDS))
        );
      return (
        (event.op === 'add' || event.op === 'remove') &&
        'channelId' in narrow &&
        event.subscriptions.some(({ stream_id }) => stream_id === narrow.channelId)
      );
    case 'stream':
      // Messages of a channel that the reader no longer sees leave every list.
      if (event.op !== 'delete') return false;
      return 'channelId' in narrow ? event.stream_ids.includes(narrow.channelId) : narrow.kind !== 'direct';
    default:
      return false;
  }
}

const POLICY_OPERANDS: ReadonlySet<unknown> = new Set(['muted', 'followed', 'home']);

function hasOperand(narrow: Narrow, operands: ReadonlySet<unknown>): boolean {
  return narrow.kind === 'search' && narrow.terms.some((term) => operands.has(operandOf(term)));
}

function operandOf(term: NarrowTerm): unknown {
  return Array.isArray(term) ? term[1] : term.operand;
}
