import { html, Html, joinHtml } from '../../../http/html/html.ts';
import { htmlForEmail } from '../content/html-for-email.ts';
import {
  settingsUrlOf,
  showsSenders,
  type EmailMessage,
  type NotificationEmail,
} from './notification-email.ts';
import { STYLE } from './style.ts';
import { hiddenText, NO_REPLIES, reasonOf, SPOILER_HINT, timeFormatOf, titleOf } from './words.ts';

/** The HTML part of a notification e-mail: one column, no images, light and dark. */
export function htmlPartOf(email: NotificationEmail): string {
  const { realm, unsubscribeUrl, hiddenBy, conversation } = email;
  const title = hiddenBy === undefined ? titleOf(conversation) : 'New messages';
  const content = hiddenBy === undefined ? shownContent(email) : hiddenContent(email, hiddenText(hiddenBy));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body class="ground">
        <div class="sheet">
          <p class="realm">${realm.name}</p>
          <h1 class="title">${title}</h1>
          ${content}
          <p class="footer">
            ${NO_REPLIES}<br />
            <a href="${settingsUrlOf(email)}">Notification settings</a> ·
            <a href="${unsubscribeUrl}">Stop these e-mails</a>
          </p>
        </div>
      </body>
    </html>`.text;
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
function messagesHtml(email: NotificationEmail, messages: readonly EmailMessage[]): Html {
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
