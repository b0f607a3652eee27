import * as z from 'zod';
import { eventSchema, type EventDeclaration, type PayloadOf } from './event.ts';
import {
  channelFolderAdd,
  channelFolderReorder,
  channelFolderUpdate,
  defaultStreamsChange,
} from './events/channel-lists.ts';
import {
  mutedTopicsChange,
  streamCreate,
  streamDelete,
  streamUpdate,
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
  userTopicChange,
} from './events/channels.ts';
import { draftsAdd, draftsRemove, draftsUpdate } from './events/drafts.ts';
import { invitesChanged } from './events/invites.ts';
import { realmEmojiAdd, realmEmojiUpdate, realmEmojiUpdateOne } from './events/emoji.ts';
import {
  messageDelete,
  messageFlagsAdd,
  messageFlagsRemove,
  messageNew,
  messagePiece,
  messageUpdate,
  reactionAdd,
  reactionRemove,
  submessageNew,
} from './events/messages.ts';
import { navigationViewAdd, navigationViewRemove, navigationViewUpdate } from './events/navigation-views.ts';
import {
  customProfileFieldsChange,
  realmBotAdd,
  realmBotDelete,
  realmBotUpdate,
  realmExportConsent,
  realmUserAdd,
  realmUserRemove,
  realmUserUpdate,
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from './events/users.ts';
import { presenceChange, userStatusChange } from './events/presence.ts';
import {
  alertWordsChange,
  deviceAdd,
  deviceRemove,
  deviceUpdate,
  mutedUsersChange,
  remindersAdd,
  remindersRemove,
  savedSnippetsAdd,
  savedSnippetsRemove,
  savedSnippetsUpdate,
  scheduledMessagesAdd,
  scheduledMessagesRemove,
  scheduledMessagesUpdate,
} from './events/personal.ts';
import {
  realmDeactivated,
  realmDomainsAdd,
  realmDomainsChange,
  realmDomainsRemove,
  realmExportChange,
  realmLinkifiersChange,
  realmPlaygroundsChange,
  realmUpdate,
  realmUpdateDict,
} from './events/realm.ts';
import { hasConferenceToken, heartbeat, restart } from './events/server.ts';
import { realmUserSettingsDefaultsUpdate, userSettingsUpdate } from './events/settings.ts';
import { attachmentAdd, attachmentRemove, attachmentUpdate } from './events/uploads.ts';
import { typingEditStart, typingEditStop, typingStart, typingStop } from './events/typing.ts';

/** Every kind of event that a queue delivers today. */
export const events = [
  draftsAdd,
  draftsUpdate,
  draftsRemove,
  navigationViewAdd,
  navigationViewUpdate,
  navigationViewRemove,
  alertWordsChange,
  mutedUsersChange,
  savedSnippetsAdd,
  savedSnippetsUpdate,
  savedSnippetsRemove,
  scheduledMessagesAdd,
  scheduledMessagesUpdate,
  scheduledMessagesRemove,
  remindersAdd,
  remindersRemove,
  deviceAdd,
  deviceUpdate,
  deviceRemove,
  mutedTopicsChange,
  userTopicChange,
  realmUserAdd,
  realmUserUpdate,
  realmUserRemove,
  realmBotAdd,
  realmBotUpdate,
  realmBotDelete,
  customProfileFieldsChange,
  realmExportConsent,
  userGroupAdd,
  userGroupUpdate,
  userGroupAddMembers,
  userGroupRemoveMembers,
  userGroupAddSubgroups,
  userGroupRemoveSubgroups,
  userGroupRemove,
  realmUpdate,
  realmUpdateDict,
  realmDeactivated,
  realmDomainsAdd,
  realmDomainsChange,
  realmDomainsRemove,
  realmExportChange,
  realmLinkifiersChange,
  realmPlaygroundsChange,
  invitesChanged,
  realmEmojiAdd,
  realmEmojiUpdateOne,
  realmEmojiUpdate,
  userSettingsUpdate,
  realmUserSettingsDefaultsUpdate,
  hasConferenceToken,
  streamCreate,
  streamDelete,
  streamUpdate,
  subscriptionAdd,
  subscriptionRemove,
  subscriptionUpdate,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  defaultStreamsChange,
  channelFolderAdd,
  channelFolderUpdate,
  channelFolderReorder,
  messageNew,
  messagePiece,
  messageUpdate,
  messageDelete,
  reactionAdd,
  reactionRemove,
  submessageNew,
  attachmentAdd,
  attachmentUpdate,
  attachmentRemove,
  messageFlagsAdd,
  messageFlagsRemove,
  presenceChange,
  userStatusChange,
  typingStart,
  typingStop,
  typingEditStart,
  typingEditStop,
  heartbeat,
] as const;

/** Kinds of events that are described but that nothing emits yet. */
export const declaredEvents = [restart] as const;

/** An event as a verb emits it: everything but the `id`. */
export type EventPayload = PayloadOf<(typeof events)[number]>;
/** An event as a queue delivers it. */
export type WireEvent = EventPayload & { id: number };

export const wireEvent = z
  .union(events.map((declared: EventDeclaration) => eventSchema(declared)))
  .meta({ id: 'Event', description: 'Any event that a queue delivers.' }) as unknown as z.ZodType<WireEvent>;

export function findEvent(type: string, op: string | null): EventDeclaration | undefined {
  return events.find((declared: EventDeclaration) => declared.type === type && declared.op === op);
}

export function schemaOfEvent(wire: { type: string; op?: string }): z.ZodType | undefined {
  const declared = findEvent(wire.type, wire.op ?? null);
  return declared === undefined ? undefined : eventSchema(declared);
}
