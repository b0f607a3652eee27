import { exportRoutes } from './portability/exports/routes.ts';
import { importRoutes } from './portability/imports/routes.ts';
import { deleteQueueRoute } from './registration/delete-queue.ts';
import { getEventsRoute } from './registration/get-events.ts';
import { getUserListPartRoute } from './registration/get-user-list-part.ts';
import { registerQueueRoute } from './registration/register-queue.ts';
import { snapshots } from './snapshots.ts';
import { callRoutes } from '../chat/calls/routes.ts';
import { channelFolderRoutes } from '../chat/channel-folders/routes.ts';
import { mailGatewayRoutes } from '../chat/mail-gateway/routes.ts';
import { channelRoutes } from '../chat/channels/routes.ts';
import { conversationRoutes } from '../chat/conversations/routes.ts';
import { personalExportRoutes } from './portability/personal-exports/routes.ts';
import { eventSubscriptionRoutes } from '../chat/event-subscriptions/routes.ts';
import { grantRoutes } from '../organization/grants/routes.ts';
import { oauthClientRoutes } from '../organization/oauth/clients/routes.ts';
import { holdRoutes } from '../chat/holds/routes.ts';
import { draftRoutes } from '../chat/drafts/routes.ts';
import { incomingWebhookRoutes } from '../chat/incoming-webhooks/routes.ts';
import { messageRoutes } from '../chat/messages/routes.ts';
import { mutedUserRoutes } from '../chat/muted-users/routes.ts';
import { navigationViewRoutes } from '../chat/navigation-views/routes.ts';
import { reactionRoutes } from '../chat/reactions/routes.ts';
import { reminderRoutes } from '../chat/reminders/routes.ts';
import { previewRoutes } from '../chat/previews/routes.ts';
import { streamedMessageRoutes } from '../chat/streamed-messages/routes.ts';
import { reportRoutes } from '../chat/reports/routes.ts';
import { savedSnippetRoutes } from '../chat/saved-snippets/routes.ts';
import { scheduledMessageRoutes } from '../chat/scheduled-messages/routes.ts';
import { submessageRoutes } from '../chat/submessages/routes.ts';
import { subscriptionRoutes } from '../chat/subscriptions/routes.ts';
import { topicRoutes } from '../chat/topics/routes.ts';
import { typingRoutes } from '../chat/typing/routes.ts';
import { uploadRoutes } from '../chat/uploads/routes.ts';
import type { Route } from '../http/route.ts';
import { alertWordRoutes } from '../organization/alert-words/routes.ts';
import { auditRoutes } from '../organization/audit/routes.ts';
import { avatarRoutes } from '../organization/avatars/routes.ts';
import { botStorageRoutes } from '../organization/bot-storage/routes.ts';
import { botRoutes } from '../organization/bots/routes.ts';
import { mobilePushRoutes } from '../chat/notifications/push/mobile-routes.ts';
import { webPushRoutes } from '../chat/notifications/push/routes.ts';
import { deviceRoutes } from '../organization/devices/routes.ts';
import { directoryRoutes } from '../organization/directory/routes.ts';
import { domainRoutes } from '../organization/domains/routes.ts';
import { emojiRoutes } from '../organization/emoji/routes.ts';
import { groupRoutes } from '../organization/groups/routes.ts';
import { invitationRoutes } from '../organization/invitations/routes.ts';
import { linkifierRoutes } from '../organization/linkifiers/routes.ts';
import { loginRoutes } from '../organization/login/routes.ts';
import { playgroundRoutes } from '../organization/playgrounds/routes.ts';
import { presenceRoutes } from '../organization/presence/routes.ts';
import { profileFieldRoutes } from '../organization/profile-fields/routes.ts';
import { realmRoutes } from '../organization/realm/routes.ts';
import { secondStepRoutes } from '../organization/second-steps/routes.ts';
import { settingRoutes } from '../organization/settings/routes.ts';
import { userStatusRoutes } from '../organization/user-status/routes.ts';
import { userRoutes } from '../organization/users/routes.ts';

export { spectatorRoutes } from './spectators/routes.ts';

/** Every API endpoint of the server. */
export const routes: readonly Route[] = [
  registerQueueRoute(snapshots),
  getEventsRoute,
  getUserListPartRoute,
  deleteQueueRoute,
  ...callRoutes,
  ...channelFolderRoutes,
  ...channelRoutes,
  ...mailGatewayRoutes,
  ...conversationRoutes,
  ...draftRoutes,
  ...eventSubscriptionRoutes,
  ...grantRoutes,
  ...oauthClientRoutes,
  ...holdRoutes,
  ...incomingWebhookRoutes,
  ...messageRoutes,
  ...mutedUserRoutes,
  ...navigationViewRoutes,
  ...personalExportRoutes,
  ...reactionRoutes,
  ...reminderRoutes,
  ...previewRoutes,
  ...streamedMessageRoutes,
  ...reportRoutes,
  ...savedSnippetRoutes,
  ...scheduledMessageRoutes,
  ...submessageRoutes,
  ...subscriptionRoutes,
  ...topicRoutes,
  ...typingRoutes,
  ...uploadRoutes,
  ...alertWordRoutes,
  ...auditRoutes,
  ...avatarRoutes,
  ...botStorageRoutes,
  ...botRoutes,
  ...deviceRoutes,
  ...directoryRoutes,
  ...mobilePushRoutes,
  ...webPushRoutes,
  ...domainRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...emojiRoutes,
  ...groupRoutes,
  ...invitationRoutes,
  ...linkifierRoutes,
  ...loginRoutes,
  ...playgroundRoutes,
  ...presenceRoutes,
  ...profileFieldRoutes,
  ...realmRoutes,
  ...secondStepRoutes,
  ...settingRoutes,
  ...userStatusRoutes,
  ...userRoutes,
];
