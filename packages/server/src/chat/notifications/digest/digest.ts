import type {
  EmailConversation,
  EmailMessage,
  HiddenBy,
  NotificationEmail,
} from '../email/notification-email.ts';

export type DigestTopic = {
  readonly conversation: EmailConversation;
  readonly url: string;
  /** The first messages of the week. */
  readonly messages: readonly EmailMessage[];
  readonly messageCount: number;
};

export type AnnouncedChannel = { readonly name: string; readonly description: string; readonly url: string };

/** Everything that a digest shows. */
export type Digest = Pick<
  NotificationEmail,
  'words' | 'receiver' | 'realm' | 'noReplyAddress' | 'namesRealm' | 'unsubscribeUrl'
> & {
  readonly topics: readonly DigestTopic[];
  readonly channels: readonly AnnouncedChannel[];
  readonly hiddenBy: HiddenBy | undefined;
};
