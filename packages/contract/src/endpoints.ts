import type { Endpoint } from './endpoint.ts';
import { addAlertWords, getAlertWords, removeAlertWords } from './endpoints/alert-words.ts';
import { deleteAvatar, uploadAvatar } from './endpoints/avatars.ts';
import { getBotStorage, removeBotStorage, updateBotStorage } from './endpoints/bot-storage.ts';
import {
  createBot,
  deleteBot,
  getBotApiKey,
  getBots,
  regenerateBotApiKey,
  updateBot,
} from './endpoints/bots.ts';
import { createConferenceCall } from './endpoints/calls.ts';
import { getConversations } from './endpoints/conversations.ts';
import { getIntegration, sendWebhookPayload } from './endpoints/incoming-webhooks.ts';
import {
  createEventSubscription,
  deleteEventSubscription,
  getEventDeliveries,
  getEventSubscriptions,
  replayEventSubscription,
  rotateEventSubscriptionSecret,
  updateEventSubscription,
} from './endpoints/event-subscriptions.ts';
import { createPersonalExport, getPersonalExports } from './endpoints/personal-exports.ts';
import { getAuditEntries, getLastChanges } from './endpoints/audit.ts';
import { getSecondStepsOfUsers } from './endpoints/second-steps.ts';
import { createGrant, endGrant, getGrants, getGrantsOfUsers } from './endpoints/grants.ts';
import { addOauthClient, getOauthClients, removeOauthClient } from './endpoints/oauth-clients.ts';
import { createHold, deleteHold, getHolds } from './endpoints/holds.ts';
import {
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
} from './endpoints/invites.ts';
import { getStreamTopics, muteTopic, subscribe, updateSubscriptionProperty } from './endpoints/channels.ts';
import {
  addApnsToken,
  addFcmToken,
  e2eeTestNotify,
  registerClientDevice,
  registerPushDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
  testNotify,
} from './endpoints/devices.ts';
import { addWebPush, getWebPush, removeWebPush } from './endpoints/web-push.ts';
import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from './endpoints/custom-emoji.ts';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './endpoints/drafts.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroups,
  getUserGroupSubgroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from './endpoints/groups.ts';
import {
  addLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from './endpoints/linkifiers.ts';
import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from './endpoints/message-flags.ts';
import { checkMessagesMatchNarrow, getMessages } from './endpoints/message-search.ts';
import {
  deleteMessage,
  deleteTopic,
  getMessage,
  getMessageHistory,
  renderMessage,
  removeMessagePreviews,
  reportMessage,
  sendMessage,
  sendSubmessage,
  updateMessage,
} from './endpoints/messages.ts';
import {
  createDirectoryToken,
  endDirectoryToken,
  getDirectory,
  testDirectory,
  updateDirectory,
} from './endpoints/directory.ts';
import { appendToMessage, stopMessage } from './endpoints/streamed-messages.ts';
import { muteUser, unmuteUser } from './endpoints/muted-users.ts';
import {
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  removeNavigationView,
} from './endpoints/navigation-views.ts';
import { addCodePlayground, removeCodePlayground } from './endpoints/playgrounds.ts';
import { getPresence, getUserPresence, updatePresence } from './endpoints/presence.ts';
import {
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  removeProfileData,
  reorderCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
} from './endpoints/profile-fields.ts';
import { deleteQueue, getEvents, registerQueue } from './endpoints/queues.ts';
import {
  addRealmDomain,
  deleteRealmDomain,
  getRealmDomains,
  patchRealmDomain,
} from './endpoints/realm-domains.ts';
import { addReaction, removeReaction } from './endpoints/reactions.ts';
import { deactivateRealm, updateRealm } from './endpoints/realm.ts';
import {
  deleteRealmExport,
  exportRealm,
  getRealmExportConsents,
  getRealmExports,
} from './endpoints/realm-exports.ts';
import {
  createRealmImport,
  deleteRealmImport,
  getRealmImport,
  getRealmImports,
  startRealmImport,
  uploadRealmImportPart,
} from './endpoints/realm-imports.ts';
import {
  deleteRealmIcon,
  deleteRealmLogo,
  uploadRealmIcon,
  uploadRealmLogo,
} from './endpoints/realm-images.ts';
import { createMessageReminder, deleteReminder, getReminders } from './endpoints/reminders.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from './endpoints/saved-snippets.ts';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from './endpoints/scheduled-messages.ts';
import { fetchApiKey, getServerSettings } from './endpoints/server.ts';
import { unsubscribe, updateSubscriptions } from './endpoints/subscribing.ts';
import {
  createChannel,
  getStreams,
  getStreamById,
  getStreamEmailAddress,
  endStreamEmailAddresses,
  getSubscribers,
  getStreamId,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
} from './endpoints/streams.ts';
import {
  createChannelFolder,
  getChannelFolders,
  updateChannelFolder,
  patchChannelFolders,
} from './endpoints/channel-folders.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateRealmUserSettingsDefaults,
  updateSettings,
} from './endpoints/settings.ts';
import {
  getSubscriptions,
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionSettings,
} from './endpoints/subscriptions.ts';
import { updateUserTopic } from './endpoints/topics.ts';
import { setTypingStatus, setTypingStatusForMessageEdit } from './endpoints/typing.ts';
import {
  createUser,
  deactivateOwnUser,
  deactivateUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  getUserListPart,
  getUsers,
  reactivateUser,
  regenerateApiKey,
  updateUser,
  updateUserByEmail,
} from './endpoints/users.ts';
import { getUserStatus, updateStatus, updateStatusForUser } from './endpoints/user-status.ts';
import {
  checkThumbnailStatus,
  getAttachments,
  getFileTemporaryUrl,
  removeAttachment,
  uploadFile,
} from './endpoints/uploads.ts';

/** Every operation of the API that is implemented, by the name that programs call it, in the order of the documentation. */
export const operations = {
  getServerSettings,
  fetchApiKey,
  registerQueue,
  getEvents,
  deleteQueue,
  getUsers,
  getUserListPart,
  createUser,
  getOwnUser,
  uploadAvatar,
  deleteAvatar,
  deactivateOwnUser,
  regenerateApiKey,
  getUser,
  updateUser,
  deactivateUser,
  reactivateUser,
  getUserByEmail,
  updateUserByEmail,
  getBots,
  createBot,
  updateBot,
  deleteBot,
  getBotApiKey,
  regenerateBotApiKey,
  getBotStorage,
  updateBotStorage,
  removeBotStorage,
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  updateUserGroupMembers,
  getUserGroupMembers,
  getIsUserGroupMember,
  updateUserGroupSubgroups,
  getUserGroupSubgroups,
  getCustomProfileFields,
  createCustomProfileField,
  reorderCustomProfileFields,
  updateCustomProfileField,
  deleteCustomProfileField,
  updateProfileData,
  removeProfileData,
  getLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  addCodePlayground,
  removeCodePlayground,
  getCustomEmoji,
  uploadCustomEmoji,
  deactivateCustomEmoji,
  getRealmDomains,
  addRealmDomain,
  patchRealmDomain,
  deleteRealmDomain,
  getDirectory,
  updateDirectory,
  testDirectory,
  createDirectoryToken,
  endDirectoryToken,
  getDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  muteUser,
  unmuteUser,
  getSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
  getScheduledMessages,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
  getReminders,
  createMessageReminder,
  deleteReminder,
  registerClientDevice,
  removeClientDevice,
  registerPushDevice,
  addApnsToken,
  removeApnsToken,
  addFcmToken,
  removeFcmToken,
  testNotify,
  e2eeTestNotify,
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
  updateRealmUserSettingsDefaults,
  updateRealm,
  uploadRealmIcon,
  deleteRealmIcon,
  uploadRealmLogo,
  deleteRealmLogo,
  deactivateRealm,
  exportRealm,
  getRealmExports,
  deleteRealmExport,
  getRealmExportConsents,
  createRealmImport,
  uploadRealmImportPart,
  getRealmImports,
  getRealmImport,
  startRealmImport,
  deleteRealmImport,
  subscribe,
  unsubscribe,
  updateSubscriptions,
  getSubscriptions,
  updateSubscriptionProperty,
  updateSubscriptionSettings,
  getSubscriptionStatus,
  getUserChannels,
  muteTopic,
  getStreamTopics,
  updateUserTopic,
  createChannel,
  getStreams,
  getStreamById,
  getStreamEmailAddress,
  endStreamEmailAddresses,
  getSubscribers,
  getStreamId,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
  createChannelFolder,
  getChannelFolders,
  updateChannelFolder,
  patchChannelFolders,
  getInvites,
  sendInvites,
  createInviteLink,
  revokeEmailInvite,
  revokeInviteLink,
  resendEmailInvite,
  getEventSubscriptions,
  createEventSubscription,
  updateEventSubscription,
  deleteEventSubscription,
  getEventDeliveries,
  replayEventSubscription,
  rotateEventSubscriptionSecret,
  getPersonalExports,
  createPersonalExport,
  getGrants,
  createGrant,
  endGrant,
  getGrantsOfUsers,
  getSecondStepsOfUsers,
  getOauthClients,
  addOauthClient,
  removeOauthClient,
  getHolds,
  createHold,
  deleteHold,
  getAuditEntries,
  getLastChanges,
  getIntegration,
  createConferenceCall,
  updatePresence,
  getUserPresence,
  getPresence,
  updateStatus,
  updateStatusForUser,
  getUserStatus,
  sendMessage,
  getMessages,
  getMessage,
  checkMessagesMatchNarrow,
  getConversations,
  addWebPush,
  getWebPush,
  removeWebPush,
  renderMessage,
  updateMessage,
  getMessageHistory,
  deleteMessage,
  deleteTopic,
  removeMessagePreviews,
  appendToMessage,
  stopMessage,
  reportMessage,
  addReaction,
  removeReaction,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  setTypingStatus,
  setTypingStatusForMessageEdit,
  sendSubmessage,
  uploadFile,
  getFileTemporaryUrl,
  checkThumbnailStatus,
  getAttachments,
  removeAttachment,
};

/** All operations. Services call webhooks with the API key in the query, so the SDK has no function for them. */
export const endpoints: readonly Endpoint[] = [...Object.values(operations), sendWebhookPayload];

/** Operations that are described but not implemented yet. */
export const declaredEndpoints: readonly Endpoint[] = [];
