import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { NarrowOperator, NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { TestUser } from './harness.ts';

/** A term as users write it: `channel:5`, `-is:dm`; operands that are not text stand beside the operator. */
export function term(operator: string, operand: string | number | number[]): NarrowTerm {
  return operator.startsWith('-')
    ? { operator: operator.slice(1) as NarrowOperator, operand, negated: true }
    : { operator: operator as NarrowOperator, operand };
}

export async function post(who: TestUser, to: string | number, topic: string, content: string) {
  return (await who.connection.call(sendMessage, { type: 'channel', to, topic, content })).id;
}

export async function whisper(who: TestUser, to: readonly TestUser[], content: string) {
  return (await who.connection.call(sendMessage, { type: 'direct', to: to.map(({ id }) => id), content })).id;
}

/** The newest messages by users that match, as ids. */
export async function found(who: TestUser, ...narrow: NarrowTerm[]): Promise<number[]> {
  const { messages } = await who.connection.call(getMessages, { anchor: 'newest', num_before: 100, narrow });
  return messages.filter(isByUser).map(({ id }) => id);
}

/** The server writes some messages itself. */
function isByUser({ sender_full_name }: { sender_full_name: string }): boolean {
  return sender_full_name.startsWith('User ');
}

export async function flagsOf(who: TestUser, id: number, ...narrow: NarrowTerm[]): Promise<string[]> {
  const { messages } = await who.connection.call(getMessages, { message_ids: [id], narrow });
  return messages.flatMap(({ flags }) => flags);
}
