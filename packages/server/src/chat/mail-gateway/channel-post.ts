import { MailRefusedError } from '../../engine/mail/incoming/incoming-mail.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { topicsPolicyOf } from '../messages/send/posting-rights.ts';
import { sentTopicOf } from '../messages/text.ts';
import type { ChannelMailAddress } from './addresses.ts';
import { accessAddressed } from './channel-address.ts';
import { BY_EMAIL, type MailPost } from './mail-post.ts';
import type { ReadMail } from './reading-thread.ts';
import { readSubject } from './subject.ts';

const NO_SUBJECT = 'E-mail without a subject';
const NO_TEXT = '(The e-mail has no text.)';

/** An e-mail to a channel: its subject is the topic. */
export async function channelPostOf(
  { pool }: World,
  actor: Actor,
  { channelId, senderId, epoch }: ChannelMailAddress,
  options: ReadonlySet<string>,
  mail: ReadMail,
): Promise<MailPost> {
  const { channel, sender } = await accessAddressed(pool, actor, channelId, senderId);
  if (epoch !== channel.mail_epoch) throw new MailRefusedError(550, 'This address has been replaced.');
  const { title } = readSubject(mail.subject);
  const subject = title === '' ? NO_SUBJECT : title;
  const hasTopics = topicsPolicyOf(actor, channel) !== 'empty_topic_only';
  const parts = [
    options.has('show-sender') ? `${fromLine(mail)} by e-mail` : BY_EMAIL,
    ...(hasTopics ? [] : [`**Subject:** ${subject}`]),
    mail.text === '' && mail.files.length === 0 ? NO_TEXT : mail.text,
  ];
  return {
    actor: { ...actor, user: sender },
    address: { kind: 'channel', channel: channel.id, topic: hasTopics ? sentTopicOf(subject) : '' },
    text: parts.filter((part) => part !== '').join('\n\n'),
    // The sender has not written the e-mail.
    isReadBySender: false,
  };
}

function fromLine({ from: { name, address } }: ReadMail): string {
  const author = name === '' ? address : `${name} (${address})`;
  return `**From:** ${author.replaceAll(/[*_`[\]<>\n]/g, '')}`;
}
