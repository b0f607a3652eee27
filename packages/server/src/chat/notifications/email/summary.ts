import type { Email } from '../../../engine/mail/email.ts';
import { html, joinHtml } from '../../../http/html/html.ts';
import { composeEmail, listHeaders } from './compose-email.ts';
import { emailPage, textFooter } from './html-page.ts';
import { messagesHtml } from './html-part.ts';
import { settingsUrlOf, type NotificationEmail } from './notification-email.ts';
import { messagesText } from './text-part.ts';
import { realmSuffix, titleOf } from './words.ts';

/** One e-mail about all conversations in which messages arrived during the do-not-disturb hours. */
export function composeSummary(first: NotificationEmail, ...rest: readonly NotificationEmail[]): Email {
  if (rest.length === 0 || first.hiddenBy !== undefined) return composeEmail(first);
  const emails = [first, ...rest];
  const title = `New messages in ${emails.length} conversations`;
  const links = {
    settingsUrl: settingsUrlOf(first),
    unsubscribeUrl: first.unsubscribeUrl,
    takesReplies: false,
  };
  const sections = emails.map(
    (email) =>
      html`<h2 class="section">${titleOf(email.conversation)}</h2>
        ${messagesHtml(email, email.messages)}
        <p><a href="${email.conversationUrl}">Open the conversation</a></p>`,
  );
  const content = html`${joinHtml(sections, '')}
    <p class="quiet">${REASON}</p>`;
  const texts = emails.flatMap((email) => [
    titleOf(email.conversation),
    messagesText(email, email.messages),
    `Open the conversation: ${email.conversationUrl}`,
  ]);
  return {
    to: first.receiver.address,
    toName: first.receiver.name,
    fromName: 'Parley notifications',
    subject: title + realmSuffix(first),
    text: `${[...texts, REASON, textFooter(links)].join('\n\n')}\n`,
    html: emailPage({ realmName: first.realm.name, title, content, ...links }),
    headers: { 'Reply-To': first.noReplyAddress, ...listHeaders(first) },
  };
}

const REASON = 'The messages arrived during your do-not-disturb hours.';
