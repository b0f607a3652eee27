import type { Message, NarrowTerm, State } from '@parley/client';
import { narrowKey, type Conversation, type Narrow } from './narrow.ts';
import { periodOf } from './periods.ts';
import { isTopicMuted, topicPolicy } from '../derived/topic-policy.ts';

/** Whether a received message belongs to a narrow; undefined if only the server can tell. */
export function judge(narrow: Narrow, message: Message, state: State): boolean | undefined {
  switch (narrow.kind) {
    case 'topic':
    case 'direct':
      return narrowKey(conversationOf(message, state)) === narrowKey(narrow);
    case 'channel':
      return message.channel?.id === narrow.channelId;
    case 'all':
      return message.kind === 'direct' || !isTopicMuted(state, message.channel.id, message.topic);
    case 'mentions':
      return isMention(message);
    case 'starred':
      return message.flags.includes('starred');
    case 'reactions':
      return message.sender_id === state.user_id && message.reactions.length > 0;
    case 'search':
      return judgeAll(narrow.terms, message, state);
  }
}

/** The conversation that a message is part of. */
export function conversationOf(message: Message, { user_id }: State): Conversation {
  if (message.kind === 'channel')
    return { kind: 'topic', channelId: message.channel.id, topic: message.topic };
  const others = message.direct.map(({ id }) => id).filter((id) => id !== user_id);
  return { kind: 'direct', userIds: others.toSorted((a, b) => a - b) };
}

export function isMention({ flags }: Message): boolean {
  return flags.includes('mentioned') || flags.includes('wildcard_mentioned');
}

function judgeAll(terms: readonly NarrowTerm[], message: Message, state: State): boolean | undefined {
  const verdicts = terms.map((term) => {
    const { operator, operand, negated = false } = Array.isArray(term) ? pair(term) : term;
    const verdict = judgeTerm(operator, operand, message, state);
    return negated && verdict !== undefined ? !verdict : verdict;
  });
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

type PlainTerm = Exclude<NarrowTerm, readonly unknown[]>;
function pair([operator, operand]: Extract<NarrowTerm, readonly unknown[]>): PlainTerm {
  return { operator, operand };
}

/** Names and addresses, words and properties of the text are for the server. */
function judgeTerm(
  operator: PlainTerm['operator'],
  operand: PlainTerm['operand'],
  message: Message,
  state: State,
): boolean | undefined {
  switch (operator) {
    case 'channel':
    case 'stream':
      return typeof operand === 'number' ? message.channel?.id === operand : undefined;
    case 'topic':
      return message.kind === 'channel' && sameTopic(message.topic, String(operand));
    case 'sender':
      return typeof operand === 'number' ? message.sender_id === operand : undefined;
    case 'id':
      return message.id === Number(operand);
    case 'is':
      return judgeIs(String(operand), message, state);
    case 'has':
      return operand === 'reaction' ? message.reactions.length > 0 : undefined;
    case 'near':
      return true;
    default:
      return judgeTime(operator, String(operand), message);
  }
}

function judgeTime(operator: string, operand: string, { timestamp }: Message): boolean | undefined {
  const period = periodOf(operator, operand);
  return period && timestamp * 1000 >= period[0] && timestamp * 1000 < period[1];
}

function judgeIs(what: string, message: Message, state: State): boolean | undefined {
  switch (what) {
    case 'dm':
    case 'private':
      return message.kind === 'direct';
    case 'unread':
      return !message.flags.includes('read');
    case 'starred':
      return message.flags.includes('starred');
    case 'mentioned':
      return isMention(message);
    case 'alerted':
      return message.flags.includes('has_alert_word');
    case 'resolved':
      return message.kind === 'channel' && message.topic.startsWith(RESOLVED_PREFIX);
    case 'followed':
      return (
        message.kind === 'channel' && topicPolicy(state, message.channel.id, message.topic) === 'followed'
      );
    case 'muted':
      return message.kind === 'channel' && isTopicMuted(state, message.channel.id, message.topic);
    default:
      return undefined;
  }
}

/** Beginning of the name of a resolved topic. */
export const RESOLVED_PREFIX = '✔ ';

function sameTopic(a: string, b: string): boolean {
  return topicText(a) === topicText(b);
}

/** The empty topic has a name for clients that cannot show it. */
function topicText(topic: string): string {
  return topic === 'general chat' ? '' : topic.toLowerCase();
}
