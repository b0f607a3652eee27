import { urlOf } from '../../../engine/hosts.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { wordsOfUser } from '../../../http/words-of-user.ts';
import type { World } from '../../../http/world.ts';
import { usersInGroups } from '../../../organization/groups/inside.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import { dayOf, gatewayAddressOf } from '../../mail-gateway/addresses.ts';
import { withoutResolvedMark } from '../../messages/editing/resolution.ts';
import { conversationPath, linksTo, type LinkTarget } from '../../messages/links.ts';
import type { PresentedMessage, Viewer } from '../../messages/present.ts';
import { triggers, type Trigger } from '../decide.ts';
import { unsubscribeUrlOf } from '../unsubscribe/link.ts';
import type { ConversationMessages } from './conversations.ts';
import { emailMessageOf, loadContext } from './load-messages.ts';
import { mentionsIn } from './mentions-in.ts';
import type { EmailConversation, HiddenBy, NotificationEmail } from './notification-email.ts';

/** Collects everything that the e-mail about a conversation shows. */
export async function describeEmail(
  tx: Tx,
  viewer: EmailViewer,
  messages: ConversationMessages,
  triggerOf: (messageId: number) => Trigger,
): Promise<NotificationEmail> {
  const { world, realm, user } = viewer;
  const settings = settingsOf(user);
  const [oldest] = messages;
  const url = urlOf(world.config.hosts, realm.subdomain);
  const isMention = mentionsReader(oldest);
  return {
    words: wordsOfUser(user),
    receiver: receiverOf(user),
    realm: { name: realm.name, url },
    noReplyAddress: world.config.mail?.from ?? '',
    replyAddress: replyAddressOf(viewer, oldest),
    conversation: conversationOf(oldest, user.id),
    threadId: threadIdOf(viewer, oldest),
    messages: messages.map(emailMessageOf),
    context: isMention ? await loadContext(tx, viewer, oldest) : [],
    trigger: firstTrigger(messages.map(({ message }) => triggerOf(message.id))),
    groupName: (await mentionedGroup(tx, user.id, messages))?.name,
    hiddenBy: hiddenBy(viewer),
    namesRealm: await namesRealm(tx, settings.realm_name_in_email_notifications_policy),
    conversationUrl: isMention
      ? linksTo(url, targetOf(oldest), oldest.message.id).message_url
      : url + conversationPath(targetOf(oldest)),
    unsubscribeUrl: unsubscribeUrlOf(world, realm, user.id, 'missed_messages'),
  };
}

export function receiverOf(user: UserRow): NotificationEmail['receiver'] {
  return {
    address: user.delivery_email,
    name: user.full_name,
    timezone: user.timezone,
    uses24Hours: settingsOf(user).twenty_four_hour_time,
  };
}

export type EmailViewer = Viewer & { readonly world: Pick<World, 'config' | 'sealer' | 'clock'> };

function mentionsReader({ message }: PresentedMessage): boolean {
  return message.flags.some((flag) => flag === 'mentioned' || flag === 'wildcard_mentioned');
}

export function conversationOf({ message }: PresentedMessage, userId: number): EmailConversation {
  if (message.type === 'stream')
    return { kind: 'channel', name: message.display_recipient, topic: message.subject };
  const others = message.display_recipient.filter(({ id }) => id !== userId);
  // A conversation of one user with itself.
  const shown = others.length === 0 ? message.display_recipient : others;
  return { kind: 'direct', others: shown.map(({ id, full_name }) => ({ id, name: full_name })) };
}

export function targetOf({ message }: PresentedMessage): LinkTarget {
  return message.type === 'stream'
    ? {
        kind: 'channel',
        id: message.stream_id,
        name: message.display_recipient,
        topic: message.subject,
      }
    : { kind: 'direct', userIds: message.display_recipient.map(({ id }) => id) };
}

/** An e-mail with hidden content does not say to whom a reply would go, so it takes none. */
function replyAddressOf(viewer: EmailViewer, { message }: PresentedMessage): string | undefined {
  const { world, realm, user } = viewer;
  if (hiddenBy(viewer) !== undefined) return undefined;
  return gatewayAddressOf(world, {
    kind: 'reply',
    realmId: realm.id,
    userId: user.id,
    messageId: message.id,
    day: dayOf(world.clock.now()),
    epoch: user.mail_epoch,
  });
}

/** A keyed hash, because headers must not reveal the topic where the content is hidden. */
function threadIdOf({ world, realm }: EmailViewer, { message }: PresentedMessage): string {
  const topic = withoutResolvedMark(message.subject).toLowerCase();
  return world.sealer
    .fingerprint('e-mail thread', `${realm.id}:${message.recipient_id}:${topic}`)
    .slice(0, 32);
}

function firstTrigger(given: readonly Trigger[]): Trigger {
  return triggers.find((trigger) => given.includes(trigger)) ?? 'stream';
}

export function hiddenBy({ realm, user }: Actor): HiddenBy | undefined {
  if (!realmSettingsOf(realm).message_content_allowed_in_email_notifications) return 'organization';
  return settingsOf(user).message_content_in_email_notifications ? undefined : 'user';
}

/** The smallest group by which the receiver is mentioned; undefined if one of the messages has the receiver's name. */
export async function mentionedGroup(
  tx: Tx,
  userId: number,
  messages: ConversationMessages,
): Promise<MentionedGroup | undefined> {
  const mentions = messages.map(({ rendered }) => mentionsIn(rendered));
  if (mentions.some(({ users }) => users.has(userId))) return undefined;
  const groups: { readonly id: number; readonly size: number }[] = [];
  for (const id of new Set(mentions.flatMap((one) => [...one.groups]))) {
    const members = await usersInGroups(tx, tx.realmId, [id]);
    if (members.includes(userId)) groups.push({ id, size: members.length });
  }
  const [smallest] = groups.toSorted((a, b) => a.size - b.size || a.id - b.id);
  if (smallest === undefined) return undefined;
  const row = await tx.first(
    sql<{ name: string }>`select name from user_group where realm_id = ${tx.realmId} and id = ${smallest.id}`,
  );
  return row === undefined ? undefined : { id: smallest.id, name: row.name };
}

/** A group by which the receiver is mentioned. */
export type MentionedGroup = { readonly id: number; readonly name: string };

const AUTOMATIC = 1;
const ALWAYS = 2;

/** Automatic means: on a server with several organizations. */
export async function namesRealm(tx: Tx, policy: number): Promise<boolean> {
  if (policy !== AUTOMATIC) return policy === ALWAYS;
  const rows = await tx.all(sql`select from realm where deactivated_at is null limit 2`);
  return rows.length > 1;
}
