import type { Email } from '../../../engine/mail/email.ts';
import { htmlPartOf } from './html-part.ts';
import type { NotificationEmail } from './notification-email.ts';
import { textPartOf } from './text-part.ts';
import { subjectOf } from './words.ts';

/** The e-mail about the messages of one conversation. */
export function composeEmail(email: NotificationEmail): Email {
  const { receiver, realm, threadId, noReplyAddress, replyAddress } = email;
  const thread = `<${threadId}@${new URL(realm.url).hostname}>`;
  return {
    to: receiver.address,
    toName: receiver.name,
    fromName: email.words.t('Parley notifications'),
    subject: subjectOf(email),
    text: textPartOf(email),
    html: htmlPartOf(email),
    headers: {
      'Reply-To': replyAddress === undefined ? noReplyAddress : `Parley <${replyAddress}>`,
      'In-Reply-To': thread,
      References: thread,
      ...listHeaders(email),
    },
  };
}

/** Headers for mail programs: the list, its one-click unsubscription, and no automatic replies. */
export function listHeaders({
  realm,
  unsubscribeUrl,
}: Pick<NotificationEmail, 'realm' | 'unsubscribeUrl'>): Record<string, string> {
  return {
    'List-Id': `${withoutMarks(realm.name)} <${new URL(realm.url).hostname}>`,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Auto-Response-Suppress': 'All',
  };
}

/** A name in a header must not look like the identifier that follows it. */
function withoutMarks(name: string): string {
  return name.replaceAll(/[<>"\r\n]/g, ' ').trim();
}
