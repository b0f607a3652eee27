import type { Email } from '../../../engine/mail/email.ts';
import { htmlPartOf } from './html-part.ts';
import type { NotificationEmail } from './notification-email.ts';
import { textPartOf } from './text-part.ts';
import { subjectOf } from './words.ts';

/** The e-mail about the messages of one conversation. */
export function composeEmail(email: NotificationEmail): Email {
  const { receiver, realm, threadId, noReplyAddress, unsubscribeUrl } = email;
  const { hostname } = new URL(realm.url);
  const thread = `<${threadId}@${hostname}>`;
  return {
    to: receiver.address,
    toName: receiver.name,
    fromName: 'Parley notifications',
    subject: subjectOf(email),
    text: textPartOf(email),
    html: htmlPartOf(email),
    headers: {
      'Reply-To': noReplyAddress,
      'In-Reply-To': thread,
      References: thread,
      'List-Id': `${withoutMarks(realm.name)} <${hostname}>`,
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

/** A name in a header must not look like the identifier that follows it. */
function withoutMarks(name: string): string {
  return name.replaceAll(/[<>"\r\n]/g, ' ').trim();
}
