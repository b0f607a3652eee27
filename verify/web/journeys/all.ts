import { allowAProgram } from './allow-a-program.ts';
import { addPeopleByPastedList } from './add-people-by-pasted-list.ts';
import { answerInTopic } from './answer-in-topic.ts';
import { consent } from './consent.ts';
import {
  forgottenPasswordByMail,
  forgottenPasswordWithoutMail,
  noFailedRequestAtTheDoor,
  openSignUp,
} from './at-the-door.ts';
import { archiveAndUnarchive } from './archive-and-unarchive.ts';
import { avatarOpensCard } from './avatar-opens-card.ts';
import { backClosesLayers } from './back-closes-layers.ts';
import { beginOnEmptyServer } from './begin-on-empty-server.ts';
import { changeAddress } from './change-address.ts';
import { changeSettings } from './change-settings.ts';
import { channelNotifications } from './channel-notifications.ts';
import { channelPrivacyAndRetention } from './channel-privacy-and-retention.ts';
import { channelSettingsInPlace } from './channel-settings-in-place.ts';
import { channelWithoutSubscription } from './channel-without-subscription.ts';
import { chooseLanguage } from './choose-language.ts';
import { connectDirectory } from './connect-directory.ts';
import { createChannel, createPrivateChannel } from './create-channel.ts';
import { deleteByKeyboard } from './delete-by-keyboard.ts';
import { deleteMessage } from './delete-message.ts';
import { deployInTheMiddle } from './deploy-in-the-middle.ts';
import { deleteTopic } from './delete-topic.ts';
import { doubleClickSendsOnce } from './double-click-sends-once.ts';
import { draftsAcrossReload } from './drafts-across-reload.ts';
import { editLast } from './edit-last.ts';
import { editMessage } from './edit-message.ts';
import { exportOwnData } from './export-own-data.ts';
import { enterAsSampleUser } from './enter-as-sample-user.ts';
import { enterSends } from './enter-sends.ts';
import { everyCommandByKey } from './every-command-by-key.ts';
import { listenerThrows, viewThrows } from './faults-in-the-page.ts';
import { filterChannels } from './filter-channels.ts';
import { firstPageWaits } from './first-page-waits.ts';
import { folders } from './folders.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { hostileContent } from './hostile-content.ts';
import { installedClient } from './installed-client.ts';
import { hoverCards } from './hover-cards.ts';
import { incomingWebhook } from './incoming-webhook.ts';
import { inviteByLink, inviteByMail, revokeInvitation } from './invite-people.ts';
import type { AnyJourney } from './journey.ts';
import { joinWithLink } from './join-with-link.ts';
import { killedWhileSending } from './killed-while-sending.ts';
import { killedWhileUploading } from './killed-while-uploading.ts';
import { leaveAndJoin } from './leave-and-join.ts';
import { leaveForGood } from './leave-for-good.ts';
import { linkedPages } from './linked-pages.ts';
import { logInByPassword } from './log-in-by-password.ts';
import { logInBySignOn } from './log-in-by-sign-on.ts';
import { logInAgain } from './log-in-again.ts';
import { logOutClears } from './log-out-clears.ts';
import { longPress } from './long-press.ts';
import { lookAround } from './look-around.ts';
import { markUnread } from './mark-unread.ts';
import { meMessage } from './me-message.ts';
import { mentionCount } from './mention-count.ts';
import { morningByKeyboard } from './morning-by-keyboard.ts';
import { moveMessage } from './move-message.ts';
import { moveTopicWhoLosesSight } from './move-topic-who-loses-sight.ts';
import { newDirectMessage } from './new-direct-message.ts';
import { newGroup } from './new-group.ts';
import { notificationCannotBeMade } from './notification-cannot-be-made.ts';
import { aDayOffline } from './a-day-offline.ts';
import { newMember } from './new-member.ts';
import { newMemberWelcome } from './new-member-welcome.ts';
import { offlineWriting } from './offline-writing.ts';
import { changePassword } from './change-password.ts';
import { findASetting } from './find-a-setting.ts';
import { ownApiKey } from './own-api-key.ts';
import { ownBots } from './own-bots.ts';
import { stopAnAnswer } from './stop-an-answer.ts';
import { ownNameAndPicture } from './own-name-and-picture.ts';
import { alertWords } from './alert-words.ts';
import { organizationChannels } from './organization-channels.ts';
import { endOrganization } from './end-organization.ts';
import { organizationData } from './organization-data.ts';
import { organizationEmoji } from './organization-emoji.ts';
import { organizationFields } from './organization-fields.ts';
import { organizationLinkifiers } from './organization-linkifiers.ts';
import { eventSubscription } from './event-subscription.ts';
import { importFromSlack } from './import-from-slack.ts';
import { organizationOverview } from './organization-overview.ts';
import { organizationGroups } from './organization-groups.ts';
import { organizationLog } from './organization-log.ts';
import { organizationPeople } from './organization-people.ts';
import { organizationPermissions } from './organization-permissions.ts';
import { organizationSettings } from './organization-settings.ts';
import { mutedAndSnippets } from './muted-and-snippets.ts';
import { uploadsRemoved } from './uploads-removed.ts';
import { groupCard } from './group-card.ts';
import { mutePerson } from './mute-person.ts';
import { passkey } from './passkey.ts';
import { peopleDirectory } from './people-directory.ts';
import { pasteMessageLink } from './paste-message-link.ts';
import { channelMailAddress } from './channel-mail-address.ts';
import { reportMessage } from './report-message.ts';
import { sendLater } from './send-later.ts';
import { profileFields } from './profile-fields.ts';
import { pushWhileClosed } from './push-while-closed.ts';
import { questionBeforeAll } from './question-before-all.ts';
import { reactToMessage } from './react-to-message.ts';
import { reloadPaintsFromDisk } from './reload-paints-from-disk.ts';
import { renameTopic } from './rename-topic.ts';
import { resolveTopic } from './resolve-topic.ts';
import { restoredBackup } from './restored-backup.ts';
import { revokedSessionClears } from './revoked-session-clears.ts';
import { searchWithOperators } from './search-with-operators.ts';
import { requiredSecondStep } from './required-second-step.ts';
import { secondStep } from './second-step.ts';
import { sentWhileClosed } from './sent-while-closed.ts';
import { startWithoutServer } from './start-without-server.ts';
import { targetsForThumbs } from './targets-for-thumbs.ts';
import { twoTabs } from './two-tabs.ts';
import { uploadByDrop } from './upload-by-drop.ts';
import { uploadByPaste } from './upload-by-paste.ts';
import { videoCall } from './video-call.ts';
import { waysAtTheDoor } from './ways-at-the-door.ts';

export const journeys: readonly AnyJourney[] = [
  beginOnEmptyServer,
  inviteByLink,
  inviteByMail,
  revokeInvitation,
  joinWithLink,
  forgottenPasswordByMail,
  forgottenPasswordWithoutMail,
  openSignUp,
  noFailedRequestAtTheDoor,
  logInByPassword,
  logInBySignOn,
  enterAsSampleUser,
  reloadPaintsFromDisk,
  startWithoutServer,
  morningByKeyboard,
  ...everyCommandByKey,
  answerInTopic,
  avatarOpensCard,
  hoverCards,
  backClosesLayers,
  reactToMessage,
  editMessage,
  exportOwnData,
  editLast,
  deleteMessage,
  reportMessage,
  sendLater,
  moveMessage,
  resolveTopic,
  newDirectMessage,
  newGroup,
  markUnread,
  longPress,
  lookAround,
  installedClient,
  targetsForThumbs,
  leaveAndJoin,
  createChannel,
  createPrivateChannel,
  channelSettingsInPlace,
  channelPrivacyAndRetention,
  addPeopleByPastedList,
  channelNotifications,
  channelMailAddress,
  archiveAndUnarchive,
  renameTopic,
  moveTopicWhoLosesSight,
  deleteTopic,
  folders,
  filterChannels,
  organizationSettings,
  organizationPermissions,
  organizationPeople,
  organizationGroups,
  organizationLog,
  organizationChannels,
  organizationData,
  organizationEmoji,
  organizationOverview,
  importFromSlack,
  eventSubscription,
  organizationLinkifiers,
  organizationFields,
  endOrganization,
  newMember,
  newMemberWelcome,
  waysAtTheDoor,
  deleteByKeyboard,
  enterSends,
  meMessage,
  mentionCount,
  pasteMessageLink,
  questionBeforeAll,
  draftsAcrossReload,
  uploadByDrop,
  uploadByPaste,
  searchWithOperators,
  doubleClickSendsOnce,
  offlineWriting,
  pushWhileClosed,
  killedWhileSending,
  sentWhileClosed,
  killedWhileUploading,
  deployInTheMiddle,
  restoredBackup,
  twoTabs,
  notificationCannotBeMade,
  listenerThrows,
  viewThrows,
  aDayOffline,
  firstPageWaits,
  hiddenPlaces,
  revokedSessionClears,
  channelWithoutSubscription,
  changeSettings,
  chooseLanguage,
  findASetting,
  ownNameAndPicture,
  changePassword,
  changeAddress,
  profileFields,
  ownApiKey,
  allowAProgram,
  consent,
  connectDirectory,
  logInAgain,
  requiredSecondStep,
  secondStep,
  passkey,
  ownBots,
  stopAnAnswer,
  incomingWebhook,
  leaveForGood,
  linkedPages,
  videoCall,
  peopleDirectory,
  mutePerson,
  groupCard,
  uploadsRemoved,
  mutedAndSnippets,
  alertWords,
  logOutClears,
  hostileContent,
];
