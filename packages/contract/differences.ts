/** Our names of operations that the record knows under another one. */
export const recordedIds: Readonly<Record<string, string>> = {
  'create-conference-call': 'create-webex-video-call',
};

/** Why the contract differs from the record, difference by difference. */
export const explanations: readonly { reason: string; names: readonly string[] }[] = [
  {
    reason: 'An addition of this server.',
    names: [
      'get-events(rewind): not recorded',
      'register-queue(users_since): not recorded',
      'register-queue.users_version: not recorded',
      'register-queue.users_complete: not recorded',
      'register-queue.users_restart: not recorded',
      'get-user-list-part: not recorded',
      'get-conversations: not recorded',
      'get-event-subscriptions: not recorded',
      'create-event-subscription: not recorded',
      'update-event-subscription: not recorded',
      'delete-event-subscription: not recorded',
      'get-event-deliveries: not recorded',
      'replay-event-subscription: not recorded',
      'rotate-event-subscription-secret: not recorded',
      'get-personal-exports: not recorded',
      'create-personal-export: not recorded',
      'create-realm-import: not recorded',
      'upload-realm-import-part: not recorded',
      'get-realm-imports: not recorded',
      'get-realm-import: not recorded',
      'start-realm-import: not recorded',
      'delete-realm-import: not recorded',
      'get-audit-entries: not recorded',
      'get-last-changes: not recorded',
      'get-holds: not recorded',
      'UserChange.is_deleted: not recorded',
      'create-hold: not recorded',
      'delete-hold: not recorded',
      'get-integration: not recorded',
      'get-web-push: not recorded',
      'end-stream-email-addresses: not recorded',
      'update-settings(do_not_disturb_hours): not recorded',
      'update-settings(do_not_disturb_until): not recorded',
      'UserSettings.do_not_disturb_hours: not recorded',
      'UserSettings.do_not_disturb_until: not recorded',
      'UserSettingsDefaults.do_not_disturb_hours: not recorded',
      'UserSettingsDefaults.do_not_disturb_until: not recorded',
      'add-web-push: not recorded',
      'remove-web-push: not recorded',
    ],
  },
  {
    reason: 'The public API has this path, but its machine-readable description leaves it out.',
    names: ['send-webhook-payload: not recorded'],
  },
  {
    reason: 'A file may travel in a part of the body with any name, so it is no parameter.',
    names: [
      'upload-file(filename): missing',
      'upload-custom-emoji(filename): missing',
      'upload-avatar(file): missing',
    ],
  },
  {
    reason:
      'One object describes a message wherever it occurs; fields that only some responses have are optional in it.',
    names: [
      'get-message.message.match_content: not recorded',
      'get-message.message.match_subject: not recorded',
      'Message.flags: not recorded',
      'Message.match_content: not recorded',
      'Message.match_subject: not recorded',
    ],
  },
  {
    reason:
      'A name of this server that has the meaning of a public one; where an object can carry both, both are sent.',
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
    reason: 'Left out since level 484; a terminal client of that API still reads it and ends without it.',
    names: ['event reaction/add.user: not recorded', 'event reaction/remove.user: not recorded'],
  },
  {
    reason:
      'A field of a level after the recorded one (497: one presence in both forms; 499: export_from_prior_server; 507: default_push_notifications; 508: links in the response of a send).',
    names: [
      'UserPresence.website: not recorded',
      'UserPresence.aggregated: not recorded',
      'get-user-presence.server_timestamp: not recorded',
      'Channel.default_push_notifications: not recorded',
      'Subscription.default_push_notifications: not recorded',
      'NeverSubscribedChannel.default_push_notifications: not recorded',
      'ListedChannel.default_push_notifications: not recorded',
      'subscribe(default_push_notifications): not recorded',
      'create-channel(default_push_notifications): not recorded',
      'update-stream(default_push_notifications): not recorded',
      'RealmExport.export_from_prior_server: not recorded',
      'send-message.message_url: not recorded',
      'send-message.message_link: not recorded',
    ],
  },
  {
    reason: 'The public server answers this operation at 493 and its documentation leaves it out.',
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
    reason:
      'The response has more than the record: every part of a linkifier, and the type and owner of a bot that reads its own account.',
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
      'Registration lists active and deactivated users apart, so this field would repeat the name of the list.',
    names: ['RegisteredUser.is_active: missing', 'CrossRealmBot.is_active: missing'],
  },
  {
    reason: 'Null means that the integration is off.',
    names: ['register-queue.jitsi_server_url: type'],
  },
  {
    reason: 'Null is accepted as well, with the meaning of an absent parameter: published clients send it.',
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
      'A request without a queue gets an error of its own (BAD_EVENT_QUEUE_ID), and a bot with a default channel may leave out the recipient; neither gets REQUEST_VARIABLE_MISSING.',
    names: ['get-events(queue_id): required', 'send-message(to): required'],
  },
  {
    reason:
      'The public server refuses requests without it at 493, although its documentation calls it optional.',
    names: [
      'create-drafts(drafts): required',
      'create-message-reminder(message_id): required',
      'create-message-reminder(scheduled_delivery_timestamp): required',
      'TargetUsers.skip_if_already_edited: required',
      'GroupSettingInput.direct_members: required',
      'GroupSettingInput.direct_subgroups: required',
      'update-message-flags-for-narrow(narrow): default',
      'SubscriptionRequest.name: required',
    ],
  },
  {
    reason:
      'A draft in a request has no id and its timestamp may have fractions; the record uses the shape of the response.',
    names: ['DraftInput.timestamp: type', 'DraftInput.id: missing'],
  },
  {
    reason: 'An unknown navigation view gets BAD_REQUEST with status 404, as the public server answers.',
    names: ['edit-navigation-view: error NOT_FOUND'],
  },
  {
    reason:
      'The public server accepts exactly these values at 493; its documentation leaves them open or omits one.',
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
      'update-user(role): values',
      'update-user-by-email(role): values',
    ],
  },
  {
    reason: 'The public server accepts or sends it at 493 and its documentation leaves it out.',
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
    reason: 'An unknown channel in a list gets BAD_REQUEST; STREAM_DOES_NOT_EXIST belongs to messages.',
    names: ['unsubscribe: error STREAM_DOES_NOT_EXIST'],
  },
];
