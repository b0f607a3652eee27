/** Operations that no screen of the web client calls, and why. */
export type WithoutScreen = { readonly reason: string; readonly operations: readonly string[] };

/** Operations for which a person needs no screen. */
export const needNoScreen: readonly WithoutScreen[] = [
  {
    reason: 'Pages have it from their registration and keep it current by events',
    operations: [
      'get-users',
      'get-user',
      'get-user-by-email',
      'get-bots',
      'get-user-groups',
      'get-user-group-members',
      'get-is-user-group-member',
      'get-user-group-subgroups',
      'get-custom-profile-fields',
      'get-linkifiers',
      'get-custom-emoji',
      'get-realm-domains',
      'get-drafts',
      'get-navigation-views',
      'get-alert-words',
      'get-saved-snippets',
      'get-scheduled-messages',
      'get-reminders',
      'get-subscription-status',
      'get-streams',
      'get-stream-by-id',
      'get-channel-folders',
      'get-user-presence',
      'get-presence',
      'get-user-status',
    ],
  },
  {
    reason: 'Pages load it only in organizations with more than 10,000 people',
    operations: ['get-user-list-part'],
  },
  {
    reason: 'The page itself comes with what its door has to know',
    operations: ['get-server-settings'],
  },
  {
    reason: 'Screens use another operation that does the same',
    operations: [
      'update-user-by-email',
      'update-user-group-subgroups',
      'update-subscriptions',
      'update-subscription-property',
      'get-file-temporary-url',
      'check-thumbnail-status',
    ],
  },
  {
    reason: 'Kept for older clients; screens use the newer operation',
    operations: [
      'update-display-settings',
      'update-notification-settings',
      'mute-topic',
      'mark-all-as-read',
      'mark-stream-as-read',
      'mark-topic-as-read',
    ],
  },
  {
    reason: 'For programs: bots, and services that manage accounts',
    operations: [
      'fetch-api-key',
      'create-user',
      'append-to-message',
      'get-bot-storage',
      'update-bot-storage',
      'remove-bot-storage',
    ],
  },
  {
    reason: 'Apps of telephones register themselves; browsers use Web Push',
    operations: [
      'register-client-device',
      'remove-client-device',
      'register-push-device',
      'add-apns-token',
      'remove-apns-token',
      'add-fcm-token',
      'remove-fcm-token',
      'test-notify',
      'e2ee-test-notify',
    ],
  },
];

/** Operations for which a person needs a screen that does not exist. */
export const awaitScreen: readonly WithoutScreen[] = [];
