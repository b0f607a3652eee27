import { urlOf } from '../../../engine/hosts.ts';
import type { PresentedMessage } from '../../messages/present.ts';
import { truncate } from '../../messages/text.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import { absoluteUrl } from '../content/rendered.ts';
import { plainTextOf } from '../content/plain-text.ts';
import type { EmailViewer, MentionedGroup } from '../email/describe.ts';

/** Fields of every payload. */
type Base = { readonly realm_url: string; readonly realm_name: string; readonly user_id: number };

type Addressed =
  | { readonly recipient_type: 'direct'; readonly recipient_user_ids: readonly number[] }
  | {
      readonly recipient_type: 'channel';
      readonly channel_id: number;
      readonly channel_name: string;
      readonly topic: string;
    };

export type MessagePayload = Base &
  Addressed & {
    readonly type: 'message';
    readonly time: number;
    readonly message_id: number;
    readonly content: string;
    readonly sender_id: number;
    readonly sender_full_name: string;
    readonly sender_avatar_url: string;
    readonly mentioned_user_group_id?: number;
    readonly mentioned_user_group_name?: string;
  };

export type RemovalPayload = Base & { readonly type: 'remove'; readonly message_ids: readonly number[] };

export type TestPayload = Base & { readonly type: 'test'; readonly time: number };

const MAX_CONTENT_CHARACTERS = 200;
const CUT_MARK = '…';
const QUOTE_MARK = '[…]';
const SPOILER_HINT = '(…)';

export function messagePayload(
  viewer: EmailViewer,
  { message, rendered }: PresentedMessage,
  group: MentionedGroup | undefined,
): MessagePayload {
  const base = baseOf(viewer);
  return {
    type: 'message',
    ...base,
    time: message.timestamp,
    message_id: message.id,
    content: contentOf(rendered),
    sender_id: message.sender_id,
    sender_full_name: message.sender_full_name,
    sender_avatar_url: absoluteUrl(base.realm_url, message.avatar_url ?? ''),
    ...addressOf(message),
    ...(group === undefined
      ? {}
      : { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name }),
  };
}

export function removalPayload(viewer: EmailViewer, messageIds: readonly number[]): RemovalPayload {
  return { type: 'remove', ...baseOf(viewer), message_ids: [...messageIds] };
}

export function testPayload(viewer: EmailViewer, now: number): TestPayload {
  return { type: 'test', ...baseOf(viewer), time: Math.floor(now / 1000) };
}

function baseOf({ world, realm, user }: EmailViewer): Base {
  return {
    realm_url: urlOf(world.config.hosts, realm.subdomain),
    realm_name: realm.name,
    user_id: user.id,
  };
}

function addressOf(message: PresentedMessage['message']): Addressed {
  if (message.type === 'private') {
    const ids = message.display_recipient.map(({ id }) => id);
    return { recipient_type: 'direct', recipient_user_ids: ids.toSorted((a, b) => a - b) };
  }
  return {
    recipient_type: 'channel',
    channel_id: message.stream_id,
    channel_name: message.display_recipient,
    topic: message.subject === '' ? EMPTY_TOPIC_NAME : message.subject,
  };
}

function contentOf(rendered: string): string {
  const text = plainTextOf(rendered, {
    realmUrl: undefined,
    spoilerHint: SPOILER_HINT,
    quoteMark: QUOTE_MARK,
    formatTime: (time) => time.toISOString(),
  });
  return truncate(text, MAX_CONTENT_CHARACTERS + CUT_MARK.length, CUT_MARK);
}
