import { plainTextOf } from '../content/plain-text.ts';
import { textFooter } from './html-page.ts';
import {
  settingsUrlOf,
  showsSenders,
  type EmailMessage,
  type MessageStyle,
  type NotificationEmail,
} from './notification-email.ts';
import { hiddenText, reasonOf, spoilerHint, timeFormatOf, titleOf } from './words.ts';

/** The plain-text part of a notification e-mail. */
export function textPartOf(email: NotificationEmail): string {
  const { words, hiddenBy, conversation, conversationUrl, unsubscribeUrl, replyAddress } = email;
  const { t } = words;
  const footer = textFooter({
    words,
    settingsUrl: settingsUrlOf(email),
    unsubscribeUrl,
    takesReplies: replyAddress !== undefined,
  });
  if (hiddenBy !== undefined)
    return `${t('You have new messages.')} ${hiddenText(words, hiddenBy)}\n\n${t('Open Parley: {url}', { url: email.realm.url })}\n\n${footer}\n`;
  const parts = [
    titleOf(words, conversation),
    ...(email.context.length === 0 ? [] : [t('Earlier:'), messagesText(email, email.context), t('New:')]),
    messagesText(email, email.messages),
    reasonOf(email),
    t('Open the conversation: {url}', { url: conversationUrl }),
    footer,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Successive messages of one sender share a heading. */
export function messagesText(email: MessageStyle, messages: readonly EmailMessage[]): string {
  const formatTime = timeFormatOf(email);
  const style = {
    realmUrl: email.realm.url,
    spoilerHint: spoilerHint(email.words),
    quoteMark: undefined,
    formatTime,
  };
  return messages
    .map((message, index) => {
      const isNewSender = messages[index - 1]?.senderId !== message.senderId;
      const name = showsSenders(email) ? `${message.senderName}, ` : '';
      const heading = isNewSender ? `${name}${formatTime(message.sentAt)}:\n` : '';
      return heading + marked(plainTextOf(message.rendered, style));
    })
    .join('\n\n');
}

function marked(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
