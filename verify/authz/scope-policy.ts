import type { Scope } from '@parley/contract/scopes.ts';

/** The scope of each operation and page, stated a second time. Null: no grant may call it, with whatever scopes. */
const operations: Readonly<Record<Exclude<Scope, 'call_operations'> | 'none', string>> = {
  see_directory: `
    get-users get-user-list-part get-own-user get-user get-user-by-email get-user-groups
    get-user-group-members get-is-user-group-member get-user-group-subgroups get-custom-profile-fields
    get-linkifiers get-custom-emoji get-realm-domains get-subscriptions get-subscription-status
    get-user-channels get-streams get-stream-by-id get-subscribers get-stream-id get-channel-folders
    get-user-presence get-presence get-user-status`,
  read_messages: `
    get-stream-topics get-messages get-message check-messages-match-narrow get-conversations
    get-message-history get-read-receipts get-file-temporary-url check-thumbnail-status get-attachments`,
  follow_events: `
    register-queue get-events delete-queue`,
  write_messages: `
    get-scheduled-messages create-scheduled-message update-scheduled-message delete-scheduled-message
    create-conference-call send-message render-message update-message delete-message
    remove-message-previews append-to-message stop-message report-message set-typing-status set-typing-status-for-message-edit
    upload-file remove-attachment`,
  react: `
    add-reaction remove-reaction send-submessage`,
  organize: `
    get-bot-storage update-bot-storage remove-bot-storage get-drafts create-drafts edit-draft
    delete-draft get-navigation-views add-navigation-view edit-navigation-view remove-navigation-view
    get-alert-words add-alert-words remove-alert-words mute-user unmute-user get-saved-snippets
    create-saved-snippet edit-saved-snippet delete-saved-snippet get-reminders create-message-reminder
    delete-reminder update-subscription-property update-subscription-settings mute-topic
    update-user-topic update-presence update-status update-message-flags update-message-flags-for-narrow
    mark-all-as-read mark-stream-as-read mark-topic-as-read`,
  change_settings: `
    upload-avatar delete-avatar update-profile-data remove-profile-data update-settings
    update-display-settings update-notification-settings`,
  manage_channels: `
    subscribe unsubscribe update-subscriptions create-channel end-stream-email-addresses update-stream
    archive-stream add-default-stream remove-default-stream create-channel-folder update-channel-folder
    patch-channel-folders delete-topic`,
  administer: `
    update-user deactivate-user update-user-by-email create-user-group update-user-group
    deactivate-user-group update-user-group-members update-user-group-subgroups
    create-custom-profile-field reorder-custom-profile-fields update-custom-profile-field
    delete-custom-profile-field add-linkifier update-linkifier remove-linkifier reorder-linkifiers
    add-code-playground remove-code-playground upload-custom-emoji deactivate-custom-emoji
    add-realm-domain patch-realm-domain delete-realm-domain update-realm-user-settings-defaults
    update-realm upload-realm-icon delete-realm-icon upload-realm-logo delete-realm-logo get-holds
    create-hold delete-hold get-audit-entries get-last-changes update-status-for-user`,
  none: `
    create-user deactivate-own-user regenerate-api-key reactivate-user get-bots create-bot update-bot
    delete-bot get-bot-api-key regenerate-bot-api-key register-client-device remove-client-device
    register-push-device add-apns-token remove-apns-token add-fcm-token remove-fcm-token test-notify
    e2ee-test-notify deactivate-realm export-realm get-realm-exports delete-realm-export
    get-realm-export-consents create-realm-import upload-realm-import-part get-realm-imports
    get-realm-import start-realm-import delete-realm-import get-stream-email-address get-invites
    send-invites create-invite-link revoke-email-invite revoke-invite-link resend-email-invite
    get-event-subscriptions create-event-subscription update-event-subscription
    delete-event-subscription get-event-deliveries replay-event-subscription
    rotate-event-subscription-secret get-personal-exports create-personal-export get-grants create-grant
    end-grant get-grants-of-users get-second-steps-of-users get-oauth-clients add-oauth-client
    remove-oauth-client get-directory update-directory test-directory create-directory-token end-directory-token get-integration add-web-push get-web-push remove-web-push`,
};

/** Pages outside of the operations that take credentials in a header. */
export const pageScopes: Readonly<Record<string, Scope | null>> = {
  '/user_uploads/1/aa/missing.txt': 'read_messages',
  '/user_uploads/thumbnail/1/aa/missing.txt/840x560.webp': 'read_messages',
  '/avatar/1': 'see_directory',
  '/avatar/1/medium': 'see_directory',
  '/api/v1/tus/': 'write_messages',
};

/** Operations on messages, and pages, that a grant with limits may call; it sees people and channels as others do. */
export const limitedOperations: ReadonlySet<string> = new Set([
  'get-messages',
  'get-message',
  'get-message-history',
  'get-stream-topics',
  'send-message',
  'add-reaction',
  'remove-reaction',
  '/user_uploads/1/aa/missing.txt',
  '/user_uploads/thumbnail/1/aa/missing.txt/840x560.webp',
]);

/** The scope of every operation that takes credentials in a header. */
export const operationScopes: ReadonlyMap<string, Scope | null> = new Map(
  Object.entries(operations).flatMap(([scope, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id): [string, Scope | null] => [id, scope === 'none' ? null : (scope as Scope)]),
  ),
);
