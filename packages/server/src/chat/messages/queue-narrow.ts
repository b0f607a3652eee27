import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import { badRequest } from '../../engine/api-error.ts';

type Term = readonly [operator: string, operand: string];

const OPERATORS = new Set(['channel', 'stream', 'topic', 'sender', 'is']);

/** A queue's narrow supports fewer operators than a message search, and no negation. */
export function checkQueueNarrow(narrow: readonly Term[]): readonly Term[] {
  for (const [operator, operand] of narrow) {
    if (!OPERATORS.has(operator))
      throw badRequest(`The operator '${operator}' is not supported in the narrow of a queue.`);
    if (operator === 'is' && operand === 'followed')
      throw badRequest("'is:followed' is not supported in the narrow of a queue.");
  }
  return narrow;
}

/** Whether a new message with these flags matches the narrow of a queue. */
export function matchesQueueNarrow(
  narrow: readonly Term[],
  event: LoggedMessage,
  flags: readonly string[],
): boolean {
  return narrow.every((term) => matches(term, event, flags));
}

function matches([operator, operand]: Term, { message }: LoggedMessage, flags: readonly string[]): boolean {
  const equals = (value: unknown): boolean =>
    typeof value === 'string' && value.toLowerCase() === operand.toLowerCase();
  switch (operator) {
    case 'channel':
    case 'stream':
      return message.type === 'stream' && equals(message.display_recipient);
    case 'topic':
      return message.type === 'stream' && equals(message.subject);
    case 'sender':
      return equals(message.sender_email);
    default:
      return matchesIs(operand, message, flags);
  }
}

function matchesIs(word: string, message: LoggedMessage['message'], flags: readonly string[]): boolean {
  switch (word) {
    case 'dm':
    case 'private':
      return message.type === 'private';
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'alerted':
    case 'mentioned':
      return flags.includes('mentioned');
    case 'resolved':
      return message.type === 'stream' && message.subject.startsWith('✔ ');
    default:
      return true;
  }
}
