import type { Rule } from './rule.ts';
import { accessRules } from './rules/access.ts';
import { uploadRules } from './rules/uploads.ts';
import { addressRules } from './rules/addresses.ts';
import { activationRules } from './rules/activation.ts';
import { alertWordRules } from './rules/alert-words.ts';
import { apiKeyRules } from './rules/api-keys.ts';
import { authenticationRules } from './rules/authentication.ts';
import { avatarRules } from './rules/avatars.ts';
import { realmImageRules } from './rules/realm-images.ts';
import { botStorageRules } from './rules/bot-storage.ts';
import { botRules } from './rules/bots.ts';
import { callRules } from './rules/calls.ts';
import { eventSubscriptionRules } from './rules/event-subscriptions.ts';
import { embeddedBotRules } from './rules/embedded-bots.ts';
import { outgoingWebhookRules } from './rules/outgoing-webhooks.ts';
import { channelRules } from './rules/channels-change.ts';
import { channelMailRules } from './rules/channels-mail.ts';
import { folderRules } from './rules/channels-folders.ts';
import { subscribeRules } from './rules/channels-subscribe.ts';
import { clientRules } from './rules/clients.ts';
import { createUserRules } from './rules/create-user.ts';
import { deleteQueueRules } from './rules/delete-queue.ts';
import { domainRules } from './rules/domains.ts';
import { draftRules } from './rules/drafts.ts';
import { emailRules } from './rules/emails.ts';
import { editDraftRules } from './rules/edit-draft.ts';
import { envelopeRules } from './rules/envelope.ts';
import { eventRules } from './rules/events.ts';
import { getUserRules } from './rules/get-user.ts';
import { groupMemberRules } from './rules/group-members.ts';
import { groupRules } from './rules/groups.ts';
import { httpRules } from './rules/http.ts';
import { limitRules } from './rules/limits.ts';
import { linkifierRules } from './rules/linkifiers.ts';
import { messageHistoryRules } from './rules/message-history.ts';
import { messageDeletionRules } from './rules/messages-delete.ts';
import { messageEditRules } from './rules/messages-edit.ts';
import { messageMoveEffectRules } from './rules/messages-move-effects.ts';
import { messageMoveRules } from './rules/messages-move.ts';
import { messageFetchRules } from './rules/messages-fetch.ts';
import { messageObjectRules } from './rules/messages-fetch-object.ts';
import { narrowRules } from './rules/messages-fetch-operators.ts';
import { searchRules } from './rules/messages-search.ts';
import { noticeRules } from './rules/notices.ts';
import { publicWordRules } from './rules/public-words.ts';
import { reactionRules } from './rules/reactions.ts';
import { reportRules } from './rules/messages-report.ts';
import { deviceRules } from './rules/devices.ts';
import { webPushRules } from './rules/web-push.ts';
import { directRules } from './rules/messages-send-directly.ts';
import { sendRules } from './rules/messages-send.ts';
import { submessageRules } from './rules/submessages.ts';
import { spectatorMessageRules } from './rules/spectator-messages.ts';
import { spectatorRules } from './rules/spectators.ts';
import { webPublicRules } from './rules/web-public.ts';
import { typingRules } from './rules/typing.ts';
import { mutedUserRules } from './rules/muted-users.ts';
import { markReadRules } from './rules/message-flags-all.ts';
import { messageFlagRangeRules } from './rules/message-flags-range.ts';
import { messageFlagRules } from './rules/message-flags.ts';
import { readReceiptRules } from './rules/read-receipts.ts';
import { unreadRules } from './rules/unread.ts';
import { parameterRules } from './rules/parameters.ts';
import { customEmojiRules } from './rules/custom-emoji.ts';
import { playgroundRules } from './rules/playgrounds.ts';
import { presenceReadingRules } from './rules/presence-reading.ts';
import { presenceRules } from './rules/presence.ts';
import { profileChangeRules } from './rules/profile-changes.ts';
import { profileFieldRules } from './rules/profile-fields.ts';
import { realmPermissionRules } from './rules/realm-permissions.ts';
import { realmRules } from './rules/realm.ts';
import { registerStateRules } from './rules/register-state.ts';
import { registerRules } from './rules/register.ts';
import { reminderRules } from './rules/reminders.ts';
import { reverseLinkifierRules } from './rules/reverse-linkifiers.ts';
import { levelFixRules } from './rules/levels-fixes.ts';
import { levelLinkRules } from './rules/levels-links.ts';
import { levelRules } from './rules/levels.ts';
import { incomingWebhookRules } from './rules/incoming-webhooks.ts';
import { integrationEventRules } from './rules/integrations-events.ts';
import { githubRules } from './rules/integrations-github.ts';
import { integrationSignatureRules } from './rules/integrations-signatures.ts';
import { slackRules } from './rules/integrations-slack.ts';
import { integrationRules } from './rules/integrations.ts';
import { inviteRules } from './rules/invites.ts';
import { savedSnippetRules } from './rules/saved-snippets.ts';
import { scheduledMessageRules } from './rules/scheduled-messages.ts';
import { serverSettingsRules } from './rules/server-settings.ts';
import { settingEffectRules } from './rules/setting-effects.ts';
import { settingRules } from './rules/settings.ts';
import { subscriptionListRules } from './rules/subscriptions-list.ts';
import { subscriptionSettingRules } from './rules/subscriptions.ts';
import { conversationRules } from './rules/conversations.ts';
import { topicListRules } from './rules/topics-in-channel.ts';
import { topicPolicyRules } from './rules/topics.ts';
import { updateUserByEmailRules } from './rules/update-user-by-email.ts';
import { updateUserProfileRules } from './rules/update-user-profile.ts';
import { updateUserRules } from './rules/update-user.ts';
import { userListPartRules } from './rules/user-list-parts.ts';
import { userRules } from './rules/users.ts';
import { userStatusRules } from './rules/user-status.ts';
import { specificationRules } from './rules/specification.ts';
import { viewRules } from './rules/views.ts';

/** Every rule, in the order of the written page. */
export const rules: readonly Rule[] = [
  ...envelopeRules,
  ...httpRules,
  ...parameterRules,
  ...authenticationRules,
  ...limitRules,
  ...serverSettingsRules,
  ...apiKeyRules,
  ...registerRules,
  ...registerStateRules,
  ...eventRules,
  ...deleteQueueRules,
  ...getUserRules,
  ...updateUserRules,
  ...updateUserProfileRules,
  ...updateUserByEmailRules,
  ...userRules,
  ...userListPartRules,
  ...createUserRules,
  ...activationRules,
  ...addressRules,
  ...avatarRules,
  ...realmImageRules,
  ...botRules,
  ...botStorageRules,
  ...groupRules,
  ...groupMemberRules,
  ...profileFieldRules,
  ...profileChangeRules,
  ...editDraftRules,
  ...draftRules,
  ...viewRules,
  ...alertWordRules,
  ...mutedUserRules,
  ...savedSnippetRules,
  ...scheduledMessageRules,
  ...reminderRules,
  ...inviteRules,
  ...deviceRules,
  ...webPushRules,
  ...subscribeRules,
  ...channelRules,
  ...folderRules,
  ...channelMailRules,
  ...subscriptionSettingRules,
  ...subscriptionListRules,
  ...topicPolicyRules,
  ...topicListRules,
  ...conversationRules,
  ...sendRules,
  ...directRules,
  ...submessageRules,
  ...reactionRules,
  ...publicWordRules,
  ...typingRules,
  ...noticeRules,
  ...incomingWebhookRules,
  ...slackRules,
  ...githubRules,
  ...integrationRules,
  ...integrationEventRules,
  ...integrationSignatureRules,
  ...messageEditRules,
  ...messageMoveRules,
  ...messageMoveEffectRules,
  ...messageHistoryRules,
  ...messageDeletionRules,
  ...reportRules,
  ...messageFetchRules,
  ...narrowRules,
  ...searchRules,
  ...messageObjectRules,
  ...linkifierRules,
  ...reverseLinkifierRules,
  ...playgroundRules,
  ...customEmojiRules,
  ...domainRules,
  ...callRules,
  ...outgoingWebhookRules,
  ...embeddedBotRules,
  ...eventSubscriptionRules,
  ...presenceRules,
  ...presenceReadingRules,
  ...userStatusRules,
  ...messageFlagRules,
  ...messageFlagRangeRules,
  ...markReadRules,
  ...readReceiptRules,
  ...unreadRules,
  ...settingRules,
  ...settingEffectRules,
  ...emailRules,
  ...realmRules,
  ...realmPermissionRules,
  ...accessRules,
  ...uploadRules,
  ...clientRules,
  ...specificationRules,
  ...levelRules,
  ...webPublicRules,
  ...spectatorRules,
  ...spectatorMessageRules,
  ...levelLinkRules,
  ...levelFixRules,
];
