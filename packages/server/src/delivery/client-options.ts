/** What a client wants to hear and how: said once, at registration. */
export type ClientOptions = {
  /** Null means every type. */
  readonly eventTypes: readonly string[] | null;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicChannels: boolean;
  readonly narrow: readonly (readonly [string, string])[];
  readonly capabilities: { readonly [C in Capability]?: boolean | undefined };
  /** Older mobile programs know no pronouns field and are shown a short text instead. */
  readonly knowsPronouns: boolean;
  /** The client knows the words of the public API only. Queues of earlier releases have no such option. */
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
] as const;
export type Capability = (typeof capabilities)[number];

/** Clients with the same key are sent the same bytes. */
export function adaptationKeyOf(clientOptions: ClientOptions): string {
  const able = capabilities.map((name) => (clientOptions.capabilities[name] === true ? '1' : '0')).join('');
  const newTopics = clientOptions.eventTypes?.includes('user_topic') === true;
  return `${able}${clientOptions.applyMarkdown ? 'm' : '-'}${clientOptions.clientGravatar ? 'g' : '-'}${clientOptions.knowsPronouns ? 'p' : '-'}${newTopics ? 't' : '-'}${clientOptions.slimPresence ? 's' : '-'}${clientOptions.isPublicClient === true ? 'w' : '-'}`;
}
