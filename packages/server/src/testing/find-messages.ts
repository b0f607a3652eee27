import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { NarrowOperator, NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { TestPerson } from './harness.ts';

/** A term as people write it: `channel:5`, `-is:dm`; operands that are not text stand beside the operator. */
export const term = (operator: string, operand: string | number | number[]): NarrowTerm =>
  operator.startsWith('-')
    ? { operator: operator.slice(1) as NarrowOperator, operand, negated: true }
    : { operator: operator as NarrowOperator, operand };

export const post = async (who: TestPerson, to: string | number, topic: string, content: string) =>
  (await who.connection.call(sendMessage, { type: 'channel', to, topic, content })).id;

export const whisper = async (who: TestPerson, to: readonly TestPerson[], content: string) =>
  (await who.connection.call(sendMessage, { type: 'direct', to: to.map(({ id }) => id), content })).id;

/** The newest messages by people that match, as ids. */
export const found = async (who: TestPerson, ...narrow: NarrowTerm[]): Promise<number[]> => {
  const { messages } = await who.connection.call(getMessages, { anchor: 'newest', num_before: 100, narrow });
  return messages.filter(isByPerson).map(({ id }) => id);
};

/** The server writes some messages itself. */
const isByPerson = ({ sender_full_name }: { sender_full_name: string }): boolean =>
  sender_full_name.startsWith('Person ');

export const flagsOf = async (who: TestPerson, id: number, ...narrow: NarrowTerm[]): Promise<string[]> => {
  const { messages } = await who.connection.call(getMessages, { message_ids: [id], narrow });
  return messages.flatMap(({ flags }) => flags);
};
