/** Limits of the wire. Lengths count Unicode code points, after trimming. */
export const limits = {
  messageLength: 10_000,
  topicLength: 60,
  channelNameLength: 60,
  channelDescriptionLength: 1024,
  channelFolderNameLength: 60,
  channelFolderDescriptionLength: 1024,
  reportDescriptionLength: 1000,
  reminderNoteLength: 1000,
  fullNameLength: 100,
  groupNameLength: 100,
  groupDescriptionLength: 1024,
  emailLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 100,
  passwordMinGuesses: 10_000,
  realmNameLength: 40,
  realmDescriptionLength: 1000,
  domainLength: 80,
  profileFieldNameLength: 40,
  profileFieldHintLength: 80,
  shortTextLength: 50,
  paragraphLength: 500,
  linkifierPatternLength: 500,
  linkifiersPerRealm: 100,
  customEmojiNameLength: 100,
  // Older clients receive all of them with every change.
  customEmoji: 5000,
  playgroundNameLength: 100,
  playgroundLanguageLength: 40,
  // Every change tells all of them.
  playgroundsPerRealm: 100,
  eventSubscriptionUrlLength: 2048,
  eventSubscriptionsPerUser: 20,
  eventSubscriptionsPerRealm: 1000,
  idleQueueSeconds: 600,
  mobileQueueSeconds: 43_200,
  maxQueueSeconds: 604_800,
  longPollSeconds: 90,
  drafts: 1000,
  draftsInRegister: 1000,
  /** Bytes of a user's drafts together, of the snippets, the scheduled messages and the reminders: a registration tells all of them. */
  ownTextBytes: 2 * 1024 * 1024,
  unreadInRegister: 50_000,
  starredInRegister: 10_000,
  alertWordLength: 100,
  // Every change tells the whole list, and every message is searched for all of them.
  alertWords: 1000,
  welcomeLength: 8000,
  savedSnippetTitleLength: 60,
  // A registration tells all of them.
  savedSnippets: 1000,
  // Keys are indexed, and an index takes no longer ones.
  botStorageKeyLength: 500,
  botStorageLength: 10_000_000,
  scheduledMessages: 1000,
  reminders: 1000,
  holds: 1000,
  grantNameLength: 60,
  grantDays: 365,
  grantsPerUser: 50,
  grantChannels: 100,
  /** Programs that administrators added, and hosts whose programs they allow, of an organization. */
  oauthClients: 200,
  /** Groups of the provider that give user groups or roles. */
  directoryGroups: 500,
  claimLength: 255,
  directoryTokens: 200,
  redirectUris: 10,
  redirectUriLength: 2048,
  /** The query of a request of a program for access. */
  authorizationQueryLength: 8192,
  holdReasonLength: 500,
  auditEntriesPerPage: 1_000,
  auditActionsPerRequest: 100,
  auditObjectTypeLength: 30,
  devices: 100,
  navigationViews: 200,
  // Every change of a muted topic tells all of them.
  topicPolicies: 10_000,
  invitationLinksPerUser: 100,
  // Deactivated bots count, because they are kept.
  botsPerUser: 200,
  botsPerRealm: 5000,
  // Archived channels and deactivated groups count, because they are kept.
  channelsPerRealm: 20_000,
  /** Authenticator apps of a user. */
  secondSteps: 10,
  secondStepNameLength: 60,
  passkeyFieldLength: 8_000,
  /** Channels that the first organization of a server begins with. */
  firstChannels: 20,
  groupsPerRealm: 5000,
  channelFoldersPerRealm: 500,
  profileFieldsPerRealm: 100,
  domainsPerRealm: 500,
  /** Streamed messages that a user writes at once. */
  openStreams: 20,
  // Lists in requests.
  usersInRequest: 10_000,
  channelsInRequest: 1000,
  groupsInRequest: 1000,
  messagesInRequest: 5000,
  /** Bytes of the Markdown and the HTML of the messages of one response. */
  messageTextInResponse: 16 * 1024 * 1024,
  /** Users of a direct conversation as a request names them. */
  recipients: 1000,
  usersInProfileField: 100,
  narrowTerms: 100,
  eventTypes: 200,
  botStorageKeys: 1000,
  linkifierAlternatives: 20,
  choicesOfWidget: 100,
  /** Characters of a widget as JSON: every reader receives all of it. */
  widgetLength: 100_000,
  /** Addresses that one request invites. */
  invitedAddresses: 1000,
  /** A host name of 253 characters, and a port. */
  hostLength: 259,
  pushTokenLength: 4096,
} as const;
