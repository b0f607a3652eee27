import { dateFormat } from '@parley/contract/date-formats.ts';
import type { Trigger } from '../decide.ts';
import { isResolved, withoutResolvedMark } from '../../messages/editing/resolution.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import type { EmailConversation, HiddenBy, NotificationEmail } from './notification-email.ts';

/** Names that a subject lists; more are counted. */
const MAX_LISTED_NAMES = 3;
const NAMES_BEFORE_COUNT = 2;

/** The subject is constant for a conversation, because some mail programs form threads by it. */
export function subjectOf(email: NotificationEmail): string {
  return (email.hiddenBy === undefined ? titleOf(email.conversation) : 'New messages') + realmSuffix(email);
}

/** The name of the organization at the end of a subject. */
export function realmSuffix({ namesRealm, realm }: Pick<NotificationEmail, 'namesRealm' | 'realm'>): string {
  return namesRealm ? ` [${realm.name}]` : '';
}

/** The name of a conversation; a resolved topic keeps its name, so that the thread goes on. */
export function titleOf(conversation: EmailConversation): string {
  if (conversation.kind === 'channel') {
    const topic = withoutResolvedMark(conversation.topic) || EMPTY_TOPIC_NAME;
    return `${isResolved(conversation.topic) ? '[resolved] ' : ''}#${conversation.name} > ${topic}`;
  }
  const names = conversation.others.map(({ name }) => name);
  const [only] = names;
  return names.length === 1 && only !== undefined
    ? `Direct messages with ${only}`
    : `Group messages with ${listed(names)}`;
}

function listed(names: readonly string[]): string {
  if (names.length <= MAX_LISTED_NAMES) return new Intl.ListFormat('en-GB').format(names);
  const shown = names.slice(0, NAMES_BEFORE_COUNT);
  return `${shown.join(', ')} and ${names.length - NAMES_BEFORE_COUNT} others`;
}

/** The sentence that says why the receiver gets the e-mail. */
export function reasonOf({ trigger, groupName }: NotificationEmail): string {
  if (trigger === 'mentioned' && groupName !== undefined)
    return `You get this e-mail because the group @${groupName} was mentioned.`;
  return `You get this e-mail because ${REASONS[trigger]}.`;
}

const REASONS: Readonly<Record<Trigger, string>> = {
  direct_message: 'you were away when the messages arrived',
  mentioned: 'you were mentioned',
  topic_wildcard_mentioned_in_followed_topic: 'a topic that you follow was mentioned to all its participants',
  stream_wildcard_mentioned_in_followed_topic: 'everyone was mentioned in a topic that you follow',
  topic_wildcard_mentioned: 'all participants of the topic were mentioned',
  stream_wildcard_mentioned: 'everyone in the channel was mentioned',
  followed_topic: 'you follow this topic',
  stream: 'you have e-mail notifications for this channel',
};

const HIDDEN_REASONS: Readonly<Record<HiddenBy, string>> = {
  user: 'Your settings keep the content of messages out of e-mails.',
  organization: 'This organization keeps the content of messages out of e-mails.',
};

export function hiddenText(hiddenBy: HiddenBy): string {
  return HIDDEN_REASONS[hiddenBy];
}

const NO_REPLIES = 'Replies to this e-mail are not read.';
const REPLIES = 'Reply to this e-mail to answer in the conversation.';

/** The sentence about replies at the end of an e-mail. */
export function repliesText(takesReplies: boolean): string {
  return takesReplies ? REPLIES : NO_REPLIES;
}

export const SPOILER_HINT = '(Open the conversation to see the hidden text.)';

export function timeFormatOf({
  timezone,
  uses24Hours,
}: NotificationEmail['receiver']): (time: Date) => string {
  const format = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone === '' ? 'UTC' : timezone,
    hour12: !uses24Hours,
  });
  return (time) => format.format(time);
}
