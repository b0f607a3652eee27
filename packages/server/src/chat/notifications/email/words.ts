import { dateFormat } from '@parley/contract/date-formats.ts';
import { msg, type Words } from '@parley/contract/words/words.ts';
import { dateLocaleOf } from '../../../engine/words/server-words.ts';
import type { Trigger } from '../decide.ts';
import { isResolved, withoutResolvedMark } from '../../messages/editing/resolution.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import type { EmailConversation, HiddenBy, MessageStyle, NotificationEmail } from './notification-email.ts';

/** Names that a subject lists; more are counted. */
const MAX_LISTED_NAMES = 3;
const NAMES_BEFORE_COUNT = 2;

/** The subject is constant for a conversation, because some mail programs form threads by it. */
export function subjectOf(email: NotificationEmail): string {
  const { words, hiddenBy, conversation } = email;
  return (
    (hiddenBy === undefined ? titleOf(words, conversation) : words.t('New messages')) + realmSuffix(email)
  );
}

/** The name of the organization at the end of a subject. */
export function realmSuffix({ namesRealm, realm }: Pick<NotificationEmail, 'namesRealm' | 'realm'>): string {
  return namesRealm ? ` [${realm.name}]` : '';
}

/** The name of a conversation; a resolved topic keeps its name, so that the thread goes on. */
export function titleOf(words: Words, conversation: EmailConversation): string {
  const { t } = words;
  if (conversation.kind === 'channel') {
    const topic = withoutResolvedMark(conversation.topic) || EMPTY_TOPIC_NAME;
    return `${isResolved(conversation.topic) ? `[${t('resolved')}] ` : ''}#${conversation.name} > ${topic}`;
  }
  const names = conversation.others.map(({ name }) => name);
  const [only] = names;
  return names.length === 1 && only !== undefined
    ? t('Direct messages with {name}', { name: only })
    : t('Group messages with {names}', { names: listed(words, names) });
}

function listed({ listOf, plural }: Words, names: readonly string[]): string {
  if (names.length <= MAX_LISTED_NAMES) return listOf(names);
  const shown = names.slice(0, NAMES_BEFORE_COUNT).join(', ');
  return plural(
    names.length - NAMES_BEFORE_COUNT,
    { one: '{names} and # other', other: '{names} and # others' },
    { names: shown },
  );
}

/** The sentence that says why the receiver gets the e-mail. */
export function reasonOf({ words: { t }, trigger, groupName }: NotificationEmail): string {
  if (trigger === 'mentioned' && groupName !== undefined)
    return t('You get this e-mail because the group @{group} was mentioned.', { group: groupName });
  return t(REASONS[trigger]);
}

const REASONS: Readonly<Record<Trigger, string>> = {
  direct_message: msg('You get this e-mail because you were away when the messages arrived.'),
  mentioned: msg('You get this e-mail because you were mentioned.'),
  topic_wildcard_mentioned_in_followed_topic: msg(
    'You get this e-mail because a topic that you follow was mentioned to all its participants.',
  ),
  stream_wildcard_mentioned_in_followed_topic: msg(
    'You get this e-mail because everyone was mentioned in a topic that you follow.',
  ),
  topic_wildcard_mentioned: msg('You get this e-mail because all participants of the topic were mentioned.'),
  stream_wildcard_mentioned: msg('You get this e-mail because everyone in the channel was mentioned.'),
  followed_topic: msg('You get this e-mail because you follow this topic.'),
  stream: msg('You get this e-mail because you have e-mail notifications for this channel.'),
};

const HIDDEN_REASONS: Readonly<Record<HiddenBy, string>> = {
  user: msg('Your settings keep the content of messages out of e-mails.'),
  organization: msg('This organization keeps the content of messages out of e-mails.'),
};

export function hiddenText({ t }: Words, hiddenBy: HiddenBy): string {
  return t(HIDDEN_REASONS[hiddenBy]);
}

/** The sentence about replies at the end of an e-mail. */
export function repliesText({ t }: Words, takesReplies: boolean): string {
  return takesReplies
    ? t('Reply to this e-mail to answer in the conversation.')
    : t('Replies to this e-mail are not read.');
}

export function spoilerHint({ t }: Words): string {
  return t('(Open the conversation to see the hidden text.)');
}

export function timeFormatOf({
  words,
  receiver: { timezone, uses24Hours },
}: Pick<MessageStyle, 'words' | 'receiver'>): (time: Date) => string {
  const format = dateFormat(
    {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: timezone === '' ? 'UTC' : timezone,
      hour12: !uses24Hours,
    },
    dateLocaleOf(words),
  );
  return (time) => format.format(time);
}
