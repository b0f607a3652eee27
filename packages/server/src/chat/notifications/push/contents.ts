import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import type { PresentedMessage } from '../../messages/present.ts';
import type { Trigger } from '../decide.ts';
import type { EmailViewer, MentionedGroup } from '../email/describe.ts';
import {
  messagePayload,
  removalPayload,
  testPayload,
  type MessagePayload,
  type RemovalPayload,
  type TestPayload,
} from './payload.ts';

/** A push in the forms of its devices: browsers, apps with a key of their own, and older apps. */
export type PushContents = {
  readonly web: object;
  readonly encrypted: object;
  readonly apns: object;
  readonly fcm: object;
};

/** Replaces the text where the organization allows it to be encrypted only. */
const HIDDEN_CONTENT = 'New message';

export function messageContents(
  viewer: EmailViewer,
  presented: PresentedMessage,
  group: MentionedGroup | undefined,
  trigger: Trigger,
): PushContents {
  const encrypted = messagePayload(viewer, presented, group);
  const isHidden = realmSettingsOf(viewer.realm).require_e2ee_push_notifications;
  const { message_id, content: text, time } = encrypted;
  const content = isHidden ? HIDDEN_CONTENT : text;
  const fields = { ...plainFields(encrypted, presented), sender_email: presented.message.sender_email };
  return {
    web: webPayload(viewer, encrypted),
    encrypted,
    apns: {
      aps: {
        alert: {
          title: titleOf(encrypted, presented),
          subtitle: subtitleOf(encrypted, trigger),
          body: content,
        },
        sound: 'default',
        badge: 0,
      },
      zulip: { event: 'message', ...commonFields(encrypted), ...fields, message_ids: [message_id] },
    },
    fcm: strings({
      event: 'message',
      ...serverFields(viewer, encrypted),
      ...fields,
      zulip_message_id: message_id,
      time,
      content,
    }),
  };
}

export function removalContents(viewer: EmailViewer, messageIds: readonly number[]): PushContents {
  const encrypted = removalPayload(viewer, messageIds);
  const removed = { event: 'remove', zulip_message_ids: messageIds.join(',') };
  return {
    web: encrypted,
    encrypted,
    apns: { aps: { badge: 0, 'content-available': 1 }, zulip: { ...removed, ...commonFields(encrypted) } },
    fcm: strings({ ...removed, ...serverFields(viewer, encrypted) }),
  };
}

export function testContents(viewer: EmailViewer, now: number): PushContents {
  const encrypted = testPayload(viewer, now);
  return {
    web: encrypted,
    encrypted,
    apns: {
      aps: { alert: { title: 'Test notification', body: encrypted.realm_name }, sound: 'default', badge: 0 },
      zulip: { event: 'test', ...commonFields(encrypted) },
    },
    fcm: strings({ event: 'test', ...serverFields(viewer, encrypted), time: encrypted.time }),
  };
}

/** A browser shows the text of direct messages only if the user allows it for desktop notifications. */
function webPayload({ user }: EmailViewer, payload: MessagePayload): MessagePayload {
  const isShown =
    payload.recipient_type === 'channel' || settingsOf(user).pm_content_in_desktop_notifications;
  return isShown ? payload : { ...payload, content: '' };
}

type Payload = MessagePayload | RemovalPayload | TestPayload;

function commonFields({ realm_url, realm_name, user_id }: Payload) {
  return { realm_url, realm_uri: realm_url, realm_name, user_id };
}

function serverFields({ realm }: EmailViewer, payload: Payload) {
  return { server: new URL(payload.realm_url).host, realm_id: realm.id, ...commonFields(payload) };
}

/** Sender and conversation under the names that older apps know. */
function plainFields(payload: MessagePayload, { message }: PresentedMessage): Record<string, unknown> {
  const { sender_id, sender_full_name, sender_avatar_url } = payload;
  const { mentioned_user_group_id, mentioned_user_group_name } = payload;
  return {
    sender_id,
    sender_full_name,
    sender_avatar_url,
    ...(mentioned_user_group_id === undefined ? {} : { mentioned_user_group_id, mentioned_user_group_name }),
    ...(payload.recipient_type === 'channel'
      ? {
          recipient_type: 'stream',
          stream: payload.channel_name,
          stream_id: payload.channel_id,
          topic: payload.topic,
        }
      : {
          recipient_type: 'private',
          ...(isGroup(message) ? { pm_users: payload.recipient_user_ids.join(',') } : {}),
        }),
  };
}

function isGroup(message: PresentedMessage['message']): boolean {
  return message.type === 'private' && message.display_recipient.length > 2;
}

function titleOf(payload: MessagePayload, { message }: PresentedMessage): string {
  if (payload.recipient_type === 'channel') return `#${payload.channel_name} > ${payload.topic}`;
  if (message.type !== 'private' || !isGroup(message)) return payload.sender_full_name;
  return message.display_recipient
    .map(({ full_name }) => full_name)
    .toSorted()
    .join(', ');
}

function subtitleOf(payload: MessagePayload, trigger: Trigger): string {
  const { sender_full_name: sender, mentioned_user_group_name: group } = payload;
  if (trigger === 'mentioned') return `${sender} mentioned ${group === undefined ? 'you' : `@${group}`}`;
  if (trigger.includes('wildcard')) return `${sender} mentioned everyone`;
  return payload.recipient_type === 'direct' && payload.recipient_user_ids.length <= 2 ? '' : `${sender}:`;
}

function strings(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
