import { html, Html, joinHtml } from '../../../http/html/html.ts';
import { htmlForEmail } from '../content/html-for-email.ts';
import { emailPage } from './html-page.ts';
import {
  settingsUrlOf,
  showsSenders,
  type EmailMessage,
  type MessageStyle,
  type NotificationEmail,
} from './notification-email.ts';
import { hiddenText, reasonOf, SPOILER_HINT, timeFormatOf, titleOf } from './words.ts';

/** The HTML part of a notification e-mail. */
export function htmlPartOf(email: NotificationEmail): string {
  const { realm, unsubscribeUrl, hiddenBy, conversation, replyAddress } = email;
  return emailPage({
    realmName: realm.name,
    title: hiddenBy === undefined ? titleOf(conversation) : 'New messages',
    content: hiddenBy === undefined ? shownContent(email) : hiddenContent(email, hiddenText(hiddenBy)),
    settingsUrl: settingsUrlOf(email),
    unsubscribeUrl,
    takesReplies: replyAddress !== undefined,
  });
}

function shownContent(email: NotificationEmail): Html {
  const { context, messages, conversationUrl } = email;
  return html`${
      context.length > 0 &&
      html`<p class="label">Earlier in this topic</p>
        <div class="context">${messagesHtml(email, context)}</div>
        <p class="label">New</p>`
    }${messagesHtml(email, messages)}
    <p><a class="button" href="${conversationUrl}">Open the conversation</a></p>
    <p class="quiet">${reasonOf(email)}</p>`;
}

function hiddenContent({ realm }: NotificationEmail, reason: string): Html {
  return html`<p>You have new messages. ${reason}</p>
    <p><a class="button" href="${realm.url}">Open Parley</a></p>`;
}

/** Successive messages of one sender share a heading. */
export function messagesHtml(email: MessageStyle, messages: readonly EmailMessage[]): Html {
  const formatTime = timeFormatOf(email.receiver);
  const style = { realmUrl: email.realm.url, spoilerHint: SPOILER_HINT, formatTime };
  const pieces = messages.map((message, index) => {
    const isNewSender = messages[index - 1]?.senderId !== message.senderId;
    const name = showsSenders(email) && html`<strong class="sender">${message.senderName}</strong> `;
    return html`${
        isNewSender &&
        html`<p class="heading">${name}<span class="time">${formatTime(message.sentAt)}</span></p>`
      }
      <div class="message">${new Html(htmlForEmail(message.rendered, style))}</div>`;
  });
  return joinHtml(pieces, '');
}
