import type { WireMessage } from '@parley/contract/objects/message.ts';

type Wire<T extends WireMessage['type']> = Extract<WireMessage, { type: T }>;

/** The conversation of a message, as a reader sees it. */
export type ShownPlace =
  | { readonly kind: 'direct'; readonly users: Wire<'private'>['display_recipient'] }
  | {
      readonly kind: 'channel';
      readonly id: number;
      readonly name: string;
      readonly topic: string;
      readonly topicLinks: WireMessage['topic_links'];
    };

type ShownSender = Pick<
  WireMessage,
  'sender_id' | 'sender_email' | 'sender_full_name' | 'sender_realm_str' | 'avatar_url'
>;

type ShownFacts = Pick<
  WireMessage,
  'client' | 'recipient_id' | 'timestamp' | 'is_me_message' | 'reactions' | 'submessages' | 'streaming'
>;

/** The one form of a message, for events, fetches and searches; id, content and flags are added to it. */
export function presentMessageBody(place: ShownPlace, sender: ShownSender, facts: ShownFacts) {
  return { ...placeFields(place), ...sender, ...facts };
}

function placeFields(place: ShownPlace) {
  return place.kind === 'direct'
    ? { type: 'private' as const, display_recipient: place.users, subject: '' as const, topic_links: [] }
    : {
        type: 'stream' as const,
        display_recipient: place.name,
        stream_id: place.id,
        subject: place.topic,
        topic_links: place.topicLinks,
      };
}
