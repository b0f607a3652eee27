import { createHash } from 'node:crypto';
import { ApiError } from '../../engine/api-error.ts';
import { sql } from '../../engine/db/sql.ts';
import { MailRefusedError } from '../../engine/mail/incoming/incoming-mail.ts';
import { shareOf, type Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { accessMessage } from '../messages/access.ts';
import { type Address, type Sender, widgetOf } from '../messages/send/request.ts';
import { sendOnce } from '../messages/send/retries.ts';
import { sendTo } from '../messages/send/send.ts';
import type { SendKey } from '../messages/send/send-key.ts';
import { contentOf } from '../messages/text.ts';
import type { ChannelMailAddress, ReplyAddress } from './addresses.ts';
import { openAddress } from './admit.ts';
import { channelPostOf } from './channel-post.ts';
import { storeFiles, withLinks } from './files.ts';
import { BY_EMAIL, withSilentMentions, type MailPost } from './mail-post.ts';
import type { MailReader } from './mail-reader.ts';
import { textOptionsOf } from './mail-text.ts';
import type { ReadMail } from './reading-thread.ts';
import { checkSender } from './sender.ts';

export type MailOutcome = 'posted' | 'ignored';

/** Posts an e-mail. Returns after the message is stored; throws `MailRefusedError` if it never will be. */
export async function deliverMail(
  world: World,
  reader: MailReader,
  recipient: string,
  raw: Uint8Array,
): Promise<MailOutcome> {
  try {
    const opened = await openAddress(world, recipient);
    const { target, actor, options } = opened;
    const mail = await reader.read(shareOf(actor), raw, textOptionsOf(opened));
    if (isIgnored(world, target, mail)) return 'ignored';
    const post =
      target.kind === 'reply'
        ? await replyOf(world, actor, target, mail)
        : await channelPostOf(world, actor, target, options, mail);
    await postOnce(world, post, mail, keyOf(target, mail));
    return 'posted';
  } catch (error) {
    throw isFinal(error) ? new MailRefusedError(550, error.message) : error;
  }
}

/** Errors of the request are permanent; an organization that moves, limits and outages are not. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && ![421, 429].includes(error.status);
}

/** Automatic replies are no answers, and the server's own e-mails must not come back. */
function isIgnored(
  { config }: Pick<World, 'config'>,
  { kind }: ReplyAddress | ChannelMailAddress,
  { autoSubmitted, from }: ReadMail,
): boolean {
  const isOwn = from.address !== '' && config.mail?.from.toLowerCase().includes(from.address.toLowerCase());
  if (isOwn === true && autoSubmitted !== '') return true;
  return autoSubmitted === 'auto-replied' || (kind === 'reply' && autoSubmitted === 'auto-generated');
}

/** A reply goes to where the message is now, if the user can still read it. */
async function replyOf(
  { pool, config }: World,
  actor: Actor,
  { messageId }: ReplyAddress,
  mail: ReadMail,
): Promise<MailPost> {
  checkSender(config, actor.user, mail);
  const accessed = await accessMessage(pool, actor, messageId);
  const address: Address =
    accessed.kind === 'channel'
      ? { kind: 'channel', channel: accessed.channel.id, topic: accessed.message.topic ?? '' }
      : { kind: 'users', ids: accessed.users };
  if (mail.text === '' && mail.files.length === 0)
    throw new MailRefusedError(550, 'The e-mail has no text besides quotes and a signature.');
  const text = mail.text === '' ? BY_EMAIL : `${BY_EMAIL}\n\n${mail.text}`;
  return { actor, address, text, isReadBySender: true };
}

/** Mail servers repeat an e-mail whose acknowledgement was lost. The key and the message are stored together. */
function keyOf(target: ReplyAddress | ChannelMailAddress, { id }: ReadMail): SendKey {
  const key = createHash('sha256')
    .update(JSON.stringify(['mail', target, id]))
    .digest();
  return { key, hash: key };
}

async function postOnce(world: World, post: MailPost, mail: ReadMail, key: SendKey): Promise<void> {
  const { actor, address, text, isReadBySender } = post;
  // A repeated e-mail must not store its files again.
  if (mail.files.length > 0 && (await isSent(world, actor, key))) return;
  const links = await storeFiles(world, actor, mail.files);
  const content = contentOf(withLinks(withSilentMentions(text), links.map(withSilentMentions)));
  const sender: Sender = {
    world,
    ...actor,
    client: { name: 'Mail', version: null, agent: '' },
    key,
    echo: undefined,
    isReadBySender,
    widget: widgetOf(undefined, content),
    accessVersion: undefined,
  };
  await sendOnce(sender, (as) => sendTo(as, address, content));
}

async function isSent({ pool }: World, { realm, user }: Actor, { key }: SendKey): Promise<boolean> {
  const row = await pool.first(
    sql`select from sent_key where realm_id = ${realm.id} and user_id = ${user.id} and key = ${key}`,
  );
  return row !== undefined;
}
