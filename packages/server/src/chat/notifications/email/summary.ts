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
  const { words } = first;
  const { t } = words;
  const title = words.plural(emails.length, {
    one: 'New messages in # conversation',
    other: 'New messages in # conversations',
  });
  const reason = t('The messages arrived during your do-not-disturb hours.');
  const links = {
    words,
    settingsUrl: settingsUrlOf(first),
    unsubscribeUrl: first.unsubscribeUrl,
    takesReplies: false,
  };
  const sections = emails.map(
    (email) =>
      html`<h2 class="section">${titleOf(words, email.conversation)}</h2>
        ${messagesHtml(email, email.messages)}
        <p><a href="${email.conversationUrl}">${t('Open the conversation')}</a></p>`,
  );
  const content = html`${joinHtml(sections, '')}
    <p class="quiet">${reason}</p>`;
  const texts = emails.flatMap((email) => [
    titleOf(words, email.conversation),
    messagesText(email, email.messages),
    t('Open the conversation: {url}', { url: email.conversationUrl }),
  ]);
  return {
    to: first.receiver.address,
    toName: first.receiver.name,
    fromName: t('Parley notifications'),
    subject: title + realmSuffix(first),
    text: `${[...texts, reason, textFooter(links)].join('\n\n')}\n`,
    html: emailPage({ realmName: first.realm.name, title, content, ...links }),
    headers: { 'Reply-To': first.noReplyAddress, ...listHeaders(first) },
  };
}
