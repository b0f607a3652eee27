/** The options that a client chooses when it registers a queue: which events it receives, and in which form. */
export type ClientOptions = {
  /** Null means every type. */
  readonly eventTypes: readonly string[] | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicChannels: boolean;
  readonly narrow: readonly (readonly [string, string])[];
  readonly capabilities: { readonly [C in Capability]?: boolean | undefined };
  /** False for older mobile clients, which receive the pronouns field as a short text field. */
  readonly knowsPronouns: boolean;
  /** The client expects the names of the public API. Undefined in queues of earlier releases. */
  readonly isPublicClient?: boolean;
};

export const capabilities = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
  'streamed_messages',
] as const;
export type Capability = (typeof capabilities)[number];

/** Clients with the same key receive the same bytes. */
export function adaptationKeyOf(clientOptions: ClientOptions): string {
  const supported = capabilities
    .map((name) => (clientOptions.capabilities[name] === true ? '1' : '0'))
    .join('');
  const receivesUserTopics = clientOptions.eventTypes?.includes('user_topic') === true;
  return `${supported}${clientOptions.applyMarkdown ? 'm' : '-'}${clientOptions.clientGravatar ? 'g' : '-'}${clientOptions.knowsPronouns ? 'p' : '-'}${receivesUserTopics ? 't' : '-'}${clientOptions.slimPresence ? 's' : '-'}${clientOptions.isPublicClient === true ? 'w' : '-'}`;
}
