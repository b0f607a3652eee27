/** Our names of operations that the record knows under another one. */
export const recordedIds: Readonly<Record<string, string>> = {
  'create-conference-call': 'create-webex-video-call',
};

/** Why the contract differs from the record, difference by difference. */
export const explanations: readonly { reason: string; names: readonly string[] }[] = [
  {
    reason: 'A file is a part of the body whose name does not matter (client needs H8).',
    names: ['upload-file(filename): missing'],
  },
  {
    reason: "The specification's own name; where an object can carry both, both are sent.",
    names: [
      'get-server-settings.feature_level: not recorded',
      'get-server-settings.server_version: not recorded',
      'get-server-settings.merge_base: not recorded',
      'register-queue.feature_level: not recorded',
      'register-queue.server_version: not recorded',
      'register-queue.merge_base: not recorded',
      'register-queue.has_conference_token: not recorded',
      'event restart.feature_level: not recorded',
      'event restart.server_version: not recorded',
      'event restart.merge_base: not recorded',
      'event has_conference_token: not recorded',
      'create-conference-call: path',
      'UserStatus.reaction_type: values',
      'Reaction.reaction_type: values',
      'event reaction/add.reaction_type: values',
      'event reaction/remove.reaction_type: values',
      'event user_status.reaction_type: values',
    ],
  },
  {
    reason:
      'Recorded at a level later than 493 (494 bot storage for bots alone, 497 states of one person, 507 default_push_notifications, 508 message_url and message_link).',
    names: [
      'get-bot-storage: error PERMISSION_DENIED',
      'update-bot-storage: error PERMISSION_DENIED',
      'remove-bot-storage: error PERMISSION_DENIED',
      'Presence.website: missing',
      'Presence.aggregated: missing',
      'get-user-presence.server_timestamp: missing',
      'Channel.default_push_notifications: missing',
      'Subscription.default_push_notifications: missing',
      'NeverSubscribedChannel.default_push_notifications: missing',
      'subscribe(default_push_notifications): missing',
      'create-channel(default_push_notifications): missing',
      'update-stream(default_push_notifications): missing',
      'ListedChannel.default_push_notifications: missing',
      'send-message.message_url: missing',
      'send-message.message_link: missing',
    ],
  },
  {
    reason:
      'The record has no such operation, though the API does (users §8.4 and §9, organization settings §7, messages §10).',
    names: [
      'get-bots: not recorded',
      'create-bot: not recorded',
      'update-bot: not recorded',
      'delete-bot: not recorded',
      'update-custom-profile-field: not recorded',
      'delete-custom-profile-field: not recorded',
      'update-realm: not recorded',
      'upload-realm-icon: not recorded',
      'delete-realm-icon: not recorded',
      'upload-realm-logo: not recorded',
      'delete-realm-logo: not recorded',
      'update-display-settings: not recorded',
      'update-notification-settings: not recorded',
      'send-submessage: not recorded',
    ],
  },
  {
    reason: 'The record lost the parameters of these two operations; specification 3 and 7 give them.',
    names: [
      'update-user(full_name): not recorded',
      'update-user(new_email): not recorded',
      'update-user(profile_data): not recorded',
      'update-user(role): not recorded',
      'update-user-by-email(full_name): not recorded',
      'update-user-by-email(new_email): not recorded',
      'update-user-by-email(profile_data): not recorded',
      'update-user-by-email(role): not recorded',
    ],
  },
  {
    reason:
      'The answer says more than the record: all parts of a linkifier (register and events §2.5), and what a bot is told about itself (users §2.1).',
    names: [
      'Linkifier.example_input: not recorded',
      'Linkifier.reverse_template: not recorded',
      'Linkifier.alternative_url_templates: not recorded',
      'get-own-user.bot_type: not recorded',
      'get-own-user.bot_owner_id: not recorded',
    ],
  },
  {
    reason:
      'Registration lists active and other people apart, so the field is not sent (register and events §2.5).',
    names: ['RegisteredUser.is_active: missing', 'CrossRealmBot.is_active: missing'],
  },
  {
    reason: 'Null means that the integration is off (organization settings §5.2).',
    names: ['register-queue.jitsi_server_url: type'],
  },
  {
    reason:
      'Null is accepted besides: clients send it (register and events §2.1, client needs §3a, narrows §1.1 and §4.3, drafts §4.1).',
    names: [
      'register-queue(client_gravatar): type',
      'register-queue(event_types): type',
      'update-message-flags-for-narrow(narrow): type',
      'get-messages(message_ids): type',
      'get-messages(narrow): type',
      'set-typing-status(to): type',
      'set-typing-status(stream_id): type',
    ],
  },
  {
    reason:
      'Absence has an error of its own, which is not that of a missing parameter (register and events §3), or is allowed to bots with a default channel (messages §1.2).',
    names: ['get-events(queue_id): required', 'send-message(to): required'],
  },
  {
    reason:
      'Needed by the server at 493, although the record leaves it open (drafts §1 and §3, organization settings §8, groups §3.1, narrows §4.3, channels §5.1 and §13).',
    names: [
      'create-drafts(drafts): required',
      'create-message-reminder(message_id): required',
      'create-message-reminder(scheduled_delivery_timestamp): required',
      'TargetUsers.skip_if_already_edited: required',
      'GroupSettingInput.direct_members: required',
      'GroupSettingInput.direct_subgroups: required',
      'update-message-flags-for-narrow(narrow): default',
      'SubscriptionRequest.name: required',
      'create-channel-folder(description): required',
    ],
  },
  {
    reason:
      'A draft that is sent is closed and may carry fractions of a second (drafts §1.1); the record uses the shape of the answer.',
    names: ['DraftInput.timestamp: type', 'DraftInput.id: missing'],
  },
  {
    reason: 'A missing view is BAD_REQUEST with status 404 (envelope §7, drafts §7).',
    names: ['edit-navigation-view: error NOT_FOUND'],
  },
  {
    reason:
      'The record leaves the words open or forgets one; the server at 493 accepts these (organization settings §8, messages §8).',
    names: [
      'update-settings(emojiset): values',
      'update-settings(notification_sound): values',
      'update-settings(web_channel_default_view): values',
      'update-settings(web_home_view): values',
      'update-realm-user-settings-defaults(emojiset): values',
      'update-realm-user-settings-defaults(notification_sound): values',
      'update-realm-user-settings-defaults(web_home_view): values',
      'remove-reaction(reaction_type): values',
      'add-reaction(reaction_type): values',
      'update-status(reaction_type): values',
      'update-status-for-user(reaction_type): values',
    ],
  },
  {
    reason:
      'Accepted or sent at 493 without being recorded (channels §5.1, organization settings §7.2, messages §1.1, narrows §2.1).',
    names: [
      'SubscriptionRequest.color: not recorded',
      'RealmChange.avatar_changes_disabled: not recorded',
      'RealmChange.message_retention_days: not recorded',
      'send-message(widget_content): not recorded',
      'NarrowTerm: type',
      'NarrowTerm[]: type',
    ],
  },
  {
    reason: 'A file may travel in any field, so it is no parameter.',
    names: ['upload-custom-emoji(filename): missing', 'upload-avatar(file): missing'],
  },
];
