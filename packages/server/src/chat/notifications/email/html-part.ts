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
import { hiddenText, reasonOf, spoilerHint, timeFormatOf, titleOf } from './words.ts';

/** The HTML part of a notification e-mail. */
export function htmlPartOf(email: NotificationEmail): string {
  const { words, realm, unsubscribeUrl, hiddenBy, conversation, replyAddress } = email;
  return emailPage({
    words,
    realmName: realm.name,
    title: hiddenBy === undefined ? titleOf(words, conversation) : words.t('New messages'),
    content: hiddenBy === undefined ? shownContent(email) : hiddenContent(email, hiddenText(words, hiddenBy)),
    settingsUrl: settingsUrlOf(email),
    unsubscribeUrl,
    takesReplies: replyAddress !== undefined,
  });
}

function shownContent(email: NotificationEmail): Html {
  const { words, context, messages, conversationUrl } = email;
  const { t } = words;
  return html`${
      context.length > 0 &&
      html`<p class="label">${t('Earlier in this topic')}</p>
        <div class="context">${messagesHtml(email, context)}</div>
        <p class="label">${t('New')}</p>`
    }${messagesHtml(email, messages)}
    <p><a class="button" href="${conversationUrl}">${t('Open the conversation')}</a></p>
    <p class="quiet">${reasonOf(email)}</p>`;
}

function hiddenContent({ words: { t }, realm }: NotificationEmail, reason: string): Html {
  return html`<p>${t('You have new messages.')} ${reason}</p>
    <p><a class="button" href="${realm.url}">${t('Open Parley')}</a></p>`;
}

/** Successive messages of one sender share a heading. */
export function messagesHtml(email: MessageStyle, messages: readonly EmailMessage[]): Html {
  const formatTime = timeFormatOf(email);
  const style = { realmUrl: email.realm.url, spoilerHint: spoilerHint(email.words), formatTime };
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
