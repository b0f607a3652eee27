import { addAlertWordsRoute } from './alert-words/routes/add-alert-words.ts';
import { getAlertWordsRoute } from './alert-words/routes/get-alert-words.ts';
import { removeAlertWordsRoute } from './alert-words/routes/remove-alert-words.ts';
import { deleteAvatarRoute } from './avatars/routes/delete-avatar.ts';
import { uploadAvatarRoute } from './avatars/routes/upload-avatar.ts';
import { getBotStorageRoute } from './bot-storage/routes/get-bot-storage.ts';
import { removeBotStorageRoute } from './bot-storage/routes/remove-bot-storage.ts';
import { updateBotStorageRoute } from './bot-storage/routes/update-bot-storage.ts';
import { createBotRoute } from './bots/routes/create-bot.ts';
import { deleteBotRoute } from './bots/routes/delete-bot.ts';
import { getBotApiKeyRoute } from './bots/routes/get-bot-api-key.ts';
import { getBotsRoute } from './bots/routes/get-bots.ts';
import { regenerateBotApiKeyRoute } from './bots/routes/regenerate-bot-api-key.ts';
import { updateBotRoute } from './bots/routes/update-bot.ts';
import { createConferenceCallRoute } from './calls/routes/create-conference-call.ts';
import { subscribeRoute } from './channels/routes/subscribe.ts';
import { unsubscribeRoute } from './channels/routes/unsubscribe.ts';
import { updateSubscriptionsRoute } from './channels/routes/update-subscriptions.ts';
import { createChannelRoute } from './channels/routes/create-channel.ts';
import { getStreamsRoute } from './channels/routes/get-streams.ts';
import { getStreamByIdRoute } from './channels/routes/get-stream-by-id.ts';
import { getStreamEmailAddressRoute } from './channels/routes/get-stream-email-address.ts';
import { getSubscribersRoute } from './channels/routes/get-subscribers.ts';
import { getStreamIdRoute } from './channels/routes/get-stream-id.ts';
import { updateStreamRoute } from './channels/routes/update-stream.ts';
import { archiveStreamRoute } from './channels/routes/archive-stream.ts';
import { addDefaultStreamRoute } from './channels/routes/add-default-stream.ts';
import { removeDefaultStreamRoute } from './channels/routes/remove-default-stream.ts';
import { createChannelFolderRoute } from './channel-folders/routes/create-channel-folder.ts';
import { getChannelFoldersRoute } from './channel-folders/routes/get-channel-folders.ts';
import { updateChannelFolderRoute } from './channel-folders/routes/update-channel-folder.ts';
import { patchChannelFoldersRoute } from './channel-folders/routes/patch-channel-folders.ts';
import { addRealmDomainRoute } from './domains/routes/add-realm-domain.ts';
import { deleteRealmDomainRoute } from './domains/routes/delete-realm-domain.ts';
import { getRealmDomainsRoute } from './domains/routes/get-realm-domains.ts';
import { patchRealmDomainRoute } from './domains/routes/patch-realm-domain.ts';
import { createDraftsRoute } from './drafts/routes/create-drafts.ts';
import { deleteDraftRoute } from './drafts/routes/delete-draft.ts';
import { editDraftRoute } from './drafts/routes/edit-draft.ts';
import { getDraftsRoute } from './drafts/routes/get-drafts.ts';
import { deactivateCustomEmojiRoute } from './emoji/routes/deactivate-custom-emoji.ts';
import { getCustomEmojiRoute } from './emoji/routes/get-custom-emoji.ts';
import { uploadCustomEmojiRoute } from './emoji/routes/upload-custom-emoji.ts';
import { createUserGroupRoute } from './groups/routes/create-user-group.ts';
import { deactivateUserGroupRoute } from './groups/routes/deactivate-user-group.ts';
import { getIsUserGroupMemberRoute } from './groups/routes/get-is-user-group-member.ts';
import { getUserGroupMembersRoute } from './groups/routes/get-user-group-members.ts';
import { getUserGroupSubgroupsRoute } from './groups/routes/get-user-group-subgroups.ts';
import { getUserGroupsRoute } from './groups/routes/get-user-groups.ts';
import { updateUserGroupMembersRoute } from './groups/routes/update-user-group-members.ts';
import { updateUserGroupSubgroupsRoute } from './groups/routes/update-user-group-subgroups.ts';
import { updateUserGroupRoute } from './groups/routes/update-user-group.ts';
import type { Route, SpectatorRoute } from './http/route.ts';
import { getInvitesRoute } from './invitations/routes/get-invites.ts';
import { sendInvitesRoute } from './invitations/routes/send-invites.ts';
import { createInviteLinkRoute } from './invitations/routes/create-invite-link.ts';
import { revokeEmailInviteRoute } from './invitations/routes/revoke-email-invite.ts';
import { revokeInviteLinkRoute } from './invitations/routes/revoke-invite-link.ts';
import { resendEmailInviteRoute } from './invitations/routes/resend-email-invite.ts';
import { addLinkifierRoute } from './linkifiers/routes/add-linkifier.ts';
import { getLinkifiersRoute } from './linkifiers/routes/get-linkifiers.ts';
import { removeLinkifierRoute } from './linkifiers/routes/remove-linkifier.ts';
import { reorderLinkifiersRoute } from './linkifiers/routes/reorder-linkifiers.ts';
import { updateLinkifierRoute } from './linkifiers/routes/update-linkifier.ts';
import { fetchApiKeyRoute } from './login/routes/fetch-api-key.ts';
import { updateMessageRoute } from './messages/routes/update-message.ts';
import { getMessageHistoryRoute } from './messages/routes/get-message-history.ts';
import { deleteMessageRoute } from './messages/routes/delete-message.ts';
import { deleteTopicRoute } from './messages/routes/delete-topic.ts';
import { markAllAsReadRoute } from './messages/routes/mark-all-as-read.ts';
import { markStreamAsReadRoute } from './messages/routes/mark-stream-as-read.ts';
import { markTopicAsReadRoute } from './messages/routes/mark-topic-as-read.ts';
import { getReadReceiptsRoute } from './messages/routes/get-read-receipts.ts';
import { updateMessageFlagsForNarrowRoute } from './messages/routes/update-message-flags-for-narrow.ts';
import { updateMessageFlagsRoute } from './messages/routes/update-message-flags.ts';
import { checkMessagesMatchNarrowRoute } from './messages/routes/check-messages-match-narrow.ts';
import { getMessageRoute } from './messages/routes/get-message.ts';
import { getMessagesRoute } from './messages/routes/get-messages.ts';
import { renderMessageRoute } from './messages/routes/render-message.ts';
import { sendMessageRoute } from './messages/routes/send-message.ts';
import { muteUserRoute } from './muted-people/routes/mute-user.ts';
import { unmuteUserRoute } from './muted-people/routes/unmute-user.ts';
import { createUserRoute } from './people/routes/create-user.ts';
import { deactivateOwnUserRoute } from './people/routes/deactivate-own-user.ts';
import { deactivateUserRoute } from './people/routes/deactivate-user.ts';
import { getOwnUserRoute } from './people/routes/get-own-user.ts';
import { getUserByEmailRoute } from './people/routes/get-user-by-email.ts';
import { getUserRoute } from './people/routes/get-user.ts';
import { getUsersRoute } from './people/routes/get-users.ts';
import { reactivateUserRoute } from './people/routes/reactivate-user.ts';
import { regenerateApiKeyRoute } from './people/routes/regenerate-api-key.ts';
import { updateUserByEmailRoute } from './people/routes/update-user-by-email.ts';
import { updateUserRoute } from './people/routes/update-user.ts';
import { createCustomProfileFieldRoute } from './profile-fields/routes/create-custom-profile-field.ts';
import { deleteCustomProfileFieldRoute } from './profile-fields/routes/delete-custom-profile-field.ts';
import { getCustomProfileFieldsRoute } from './profile-fields/routes/get-custom-profile-fields.ts';
import { removeProfileDataRoute } from './profile-fields/routes/remove-profile-data.ts';
import { reorderCustomProfileFieldsRoute } from './profile-fields/routes/reorder-custom-profile-fields.ts';
import { updateCustomProfileFieldRoute } from './profile-fields/routes/update-custom-profile-field.ts';
import { updateProfileDataRoute } from './profile-fields/routes/update-profile-data.ts';
import { deleteQueueRoute } from './queues/routes/delete-queue.ts';
import { getEventsRoute } from './queues/routes/get-events.ts';
import { registerQueueRoute } from './queues/routes/register-queue.ts';
import { deactivateRealmRoute } from './realm/routes/deactivate-realm.ts';
import { getServerSettingsRoute } from './realm/routes/get-server-settings.ts';
import { updateRealmRoute } from './realm/routes/update-realm.ts';
import { deleteRealmIconRoute } from './realm/routes/delete-realm-icon.ts';
import { deleteRealmLogoRoute } from './realm/routes/delete-realm-logo.ts';
import { uploadRealmIconRoute } from './realm/routes/upload-realm-icon.ts';
import { uploadRealmLogoRoute } from './realm/routes/upload-realm-logo.ts';
import { updateRealmUserSettingsDefaultsRoute } from './settings/routes/update-realm-user-settings-defaults.ts';
import {
  updateDisplaySettingsRoute,
  updateNotificationSettingsRoute,
  updateSettingsRoute,
} from './settings/routes/update-settings.ts';
import { addApnsTokenRoute } from './devices/routes/add-apns-token.ts';
import { addFcmTokenRoute } from './devices/routes/add-fcm-token.ts';
import { e2eeTestNotifyRoute } from './devices/routes/e2ee-test-notify.ts';
import { registerClientDeviceRoute } from './devices/routes/register-client-device.ts';
import { registerPushDeviceRoute } from './devices/routes/register-push-device.ts';
import { removeApnsTokenRoute } from './devices/routes/remove-apns-token.ts';
import { removeClientDeviceRoute } from './devices/routes/remove-client-device.ts';
import { removeFcmTokenRoute } from './devices/routes/remove-fcm-token.ts';
import { testNotifyRoute } from './devices/routes/test-notify.ts';
import { createMessageReminderRoute } from './reminders/routes/create-message-reminder.ts';
import { deleteReminderRoute } from './reminders/routes/delete-reminder.ts';
import { getRemindersRoute } from './reminders/routes/get-reminders.ts';
import { createScheduledMessageRoute } from './scheduled-messages/routes/create-scheduled-message.ts';
import { deleteScheduledMessageRoute } from './scheduled-messages/routes/delete-scheduled-message.ts';
import { getScheduledMessagesRoute } from './scheduled-messages/routes/get-scheduled-messages.ts';
import { updateScheduledMessageRoute } from './scheduled-messages/routes/update-scheduled-message.ts';
import { createSavedSnippetRoute } from './snippets/routes/create-saved-snippet.ts';
import { deleteSavedSnippetRoute } from './snippets/routes/delete-saved-snippet.ts';
import { editSavedSnippetRoute } from './snippets/routes/edit-saved-snippet.ts';
import { getSavedSnippetsRoute } from './snippets/routes/get-saved-snippets.ts';
import { snapshots } from './snapshots.ts';
import { spectatorGetMessageRoute } from './spectators/routes/get-message.ts';
import { spectatorGetMessagesRoute } from './spectators/routes/get-messages.ts';
import { spectatorGetStreamTopicsRoute } from './spectators/routes/get-stream-topics.ts';
import { spectatorGetUsersRoute } from './spectators/routes/get-users.ts';
import { spectatorRegisterRoute } from './spectators/routes/register.ts';
import { getSubscriptionStatusRoute } from './subscriptions/routes/get-subscription-status.ts';
import { getSubscriptionsRoute } from './subscriptions/routes/get-subscriptions.ts';
import { getUserChannelsRoute } from './subscriptions/routes/get-user-channels.ts';
import { updateSubscriptionPropertyRoute } from './subscriptions/routes/update-subscription-property.ts';
import { updateSubscriptionSettingsRoute } from './subscriptions/routes/update-subscription-settings.ts';
import { getStreamTopicsRoute } from './topics/routes/get-stream-topics.ts';
import { muteTopicRoute } from './topics/routes/mute-topic.ts';
import { updateUserTopicRoute } from './topics/routes/update-user-topic.ts';
import { addCodePlaygroundRoute } from './playgrounds/routes/add-code-playground.ts';
import { removeCodePlaygroundRoute } from './playgrounds/routes/remove-code-playground.ts';
import { getPresenceRoute } from './presence/routes/get-presence.ts';
import { getUserPresenceRoute } from './presence/routes/get-user-presence.ts';
import { updatePresenceRoute } from './presence/routes/update-presence.ts';
import { getUserStatusRoute } from './user-status/routes/get-user-status.ts';
import { updateStatusForUserRoute } from './user-status/routes/update-status-for-user.ts';
import { updateStatusRoute } from './user-status/routes/update-status.ts';
import { addNavigationViewRoute } from './views/routes/add-navigation-view.ts';
import { editNavigationViewRoute } from './views/routes/edit-navigation-view.ts';
import { getNavigationViewsRoute } from './views/routes/get-navigation-views.ts';
import { removeNavigationViewRoute } from './views/routes/remove-navigation-view.ts';
import { reportMessageRoute } from './reports/routes/report-message.ts';
import { addReactionRoute } from './reactions/routes/add-reaction.ts';
import { removeReactionRoute } from './reactions/routes/remove-reaction.ts';
import { setTypingStatusRoute } from './typing/routes/set-typing-status.ts';
import { setTypingStatusForMessageEditRoute } from './typing/routes/set-typing-status-for-message-edit.ts';
import { sendSubmessageRoute } from './submessages/routes/send-submessage.ts';
import { checkThumbnailStatusRoute } from './uploads/routes/check-thumbnail-status.ts';
import { getAttachmentsRoute } from './uploads/routes/get-attachments.ts';
import { getFileTemporaryUrlRoute } from './uploads/routes/get-file-temporary-url.ts';
import { removeAttachmentRoute } from './uploads/routes/remove-attachment.ts';
import { uploadFileRoute } from './uploads/routes/upload-file.ts';

/** Every operation that this server has. */
export const routes: readonly Route[] = [
  registerQueueRoute(snapshots),
  getEventsRoute,
  deleteQueueRoute,
  createConferenceCallRoute,
  getInvitesRoute,
  sendInvitesRoute,
  createInviteLinkRoute,
  revokeEmailInviteRoute,
  revokeInviteLinkRoute,
  resendEmailInviteRoute,
  subscribeRoute,
  unsubscribeRoute,
  updateSubscriptionsRoute,
  createChannelFolderRoute,
  getChannelFoldersRoute,
  updateChannelFolderRoute,
  patchChannelFoldersRoute,
  createChannelRoute,
  getStreamsRoute,
  getStreamByIdRoute,
  getStreamEmailAddressRoute,
  getSubscribersRoute,
  getStreamIdRoute,
  updateStreamRoute,
  archiveStreamRoute,
  addDefaultStreamRoute,
  removeDefaultStreamRoute,
  getDraftsRoute,
  createDraftsRoute,
  editDraftRoute,
  deleteDraftRoute,
  getServerSettingsRoute,
  updateRealmRoute,
  uploadRealmIconRoute,
  deleteRealmIconRoute,
  uploadRealmLogoRoute,
  deleteRealmLogoRoute,
  updateSettingsRoute,
  updateDisplaySettingsRoute,
  updateNotificationSettingsRoute,
  updateRealmUserSettingsDefaultsRoute,
  deactivateRealmRoute,
  getRealmDomainsRoute,
  getLinkifiersRoute,
  addLinkifierRoute,
  updateLinkifierRoute,
  removeLinkifierRoute,
  reorderLinkifiersRoute,
  addCodePlaygroundRoute,
  removeCodePlaygroundRoute,
  getCustomEmojiRoute,
  uploadCustomEmojiRoute,
  deactivateCustomEmojiRoute,
  addRealmDomainRoute,
  patchRealmDomainRoute,
  deleteRealmDomainRoute,
  getNavigationViewsRoute,
  addNavigationViewRoute,
  editNavigationViewRoute,
  removeNavigationViewRoute,
  getAlertWordsRoute,
  addAlertWordsRoute,
  removeAlertWordsRoute,
  muteUserRoute,
  unmuteUserRoute,
  getSavedSnippetsRoute,
  createSavedSnippetRoute,
  editSavedSnippetRoute,
  deleteSavedSnippetRoute,
  getScheduledMessagesRoute,
  createScheduledMessageRoute,
  updateScheduledMessageRoute,
  deleteScheduledMessageRoute,
  getRemindersRoute,
  createMessageReminderRoute,
  deleteReminderRoute,
  registerClientDeviceRoute,
  removeClientDeviceRoute,
  registerPushDeviceRoute,
  addApnsTokenRoute,
  removeApnsTokenRoute,
  addFcmTokenRoute,
  removeFcmTokenRoute,
  testNotifyRoute,
  e2eeTestNotifyRoute,
  getSubscriptionsRoute,
  updateSubscriptionPropertyRoute,
  updateSubscriptionSettingsRoute,
  getSubscriptionStatusRoute,
  getUserChannelsRoute,
  getStreamTopicsRoute,
  muteTopicRoute,
  updateUserTopicRoute,
  fetchApiKeyRoute,
  getUsersRoute,
  createUserRoute,
  getOwnUserRoute,
  uploadAvatarRoute,
  deleteAvatarRoute,
  deactivateOwnUserRoute,
  getUserRoute,
  updateUserRoute,
  deactivateUserRoute,
  reactivateUserRoute,
  regenerateApiKeyRoute,
  getUserByEmailRoute,
  updateUserByEmailRoute,
  getBotsRoute,
  createBotRoute,
  updateBotRoute,
  deleteBotRoute,
  getBotApiKeyRoute,
  regenerateBotApiKeyRoute,
  getBotStorageRoute,
  updateBotStorageRoute,
  removeBotStorageRoute,
  getUserGroupsRoute,
  createUserGroupRoute,
  updateUserGroupRoute,
  deactivateUserGroupRoute,
  updateUserGroupMembersRoute,
  getUserGroupMembersRoute,
  getIsUserGroupMemberRoute,
  updateUserGroupSubgroupsRoute,
  getUserGroupSubgroupsRoute,
  getCustomProfileFieldsRoute,
  createCustomProfileFieldRoute,
  updateCustomProfileFieldRoute,
  deleteCustomProfileFieldRoute,
  reorderCustomProfileFieldsRoute,
  updateProfileDataRoute,
  removeProfileDataRoute,
  updatePresenceRoute,
  getUserPresenceRoute,
  getPresenceRoute,
  updateStatusRoute,
  updateStatusForUserRoute,
  getUserStatusRoute,
  sendMessageRoute,
  getMessagesRoute,
  getMessageRoute,
  checkMessagesMatchNarrowRoute,
  renderMessageRoute,
  updateMessageFlagsRoute,
  updateMessageFlagsForNarrowRoute,
  getReadReceiptsRoute,
  markAllAsReadRoute,
  markStreamAsReadRoute,
  markTopicAsReadRoute,
  updateMessageRoute,
  getMessageHistoryRoute,
  deleteMessageRoute,
  deleteTopicRoute,
  reportMessageRoute,
  addReactionRoute,
  removeReactionRoute,
  setTypingStatusRoute,
  setTypingStatusForMessageEditRoute,
  sendSubmessageRoute,
  uploadFileRoute,
  getFileTemporaryUrlRoute,
  checkThumbnailStatusRoute,
  getAttachmentsRoute,
  removeAttachmentRoute,
];

/** Operations that visitors without an account may call, below `/json`. */
export const spectatorRoutes: readonly SpectatorRoute[] = [
  spectatorRegisterRoute,
  spectatorGetMessagesRoute,
  spectatorGetMessageRoute,
  spectatorGetStreamTopicsRoute,
  spectatorGetUsersRoute,
];
