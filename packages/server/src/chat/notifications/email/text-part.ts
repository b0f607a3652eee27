import { plainTextOf } from '../content/plain-text.ts';
import { textFooter } from './html-page.ts';
import {
  settingsUrlOf,
  showsSenders,
  type EmailMessage,
  type MessageStyle,
  type NotificationEmail,
} from './notification-email.ts';
import { hiddenText, reasonOf, SPOILER_HINT, timeFormatOf, titleOf } from './words.ts';

/** The plain-text part of a notification e-mail. */
export function textPartOf(email: NotificationEmail): string {
  const { hiddenBy, conversation, conversationUrl, unsubscribeUrl, replyAddress } = email;
  const footer = textFooter({
    settingsUrl: settingsUrlOf(email),
    unsubscribeUrl,
    takesReplies: replyAddress !== undefined,
  });
  if (hiddenBy !== undefined)
    return `You have new messages. ${hiddenText(hiddenBy)}\n\nOpen Parley: ${email.realm.url}\n\n${footer}\n`;
  const parts = [
    titleOf(conversation),
    ...(email.context.length === 0 ? [] : ['Earlier:', messagesText(email, email.context), 'New:']),
    messagesText(email, email.messages),
    reasonOf(email),
    `Open the conversation: ${conversationUrl}`,
    footer,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Successive messages of one sender share a heading. */
export function messagesText(email: MessageStyle, messages: readonly EmailMessage[]): string {
  const formatTime = timeFormatOf(email.receiver);
  const style = {
    realmUrl: email.realm.url,
    spoilerHint: SPOILER_HINT,
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
