import type { Words } from '@parley/contract/words/words.ts';
import type { Trigger } from '../decide.ts';

/** A message in an e-mail, as its receiver may see it. */
export type EmailMessage = {
  readonly id: number;
  readonly senderId: number;
  readonly senderName: string;
  readonly rendered: string;
  readonly sentAt: Date;
};

export type EmailConversation =
  | {
      readonly kind: 'direct';
      /** All users except the receiver. */
      readonly others: readonly { readonly id: number; readonly name: string }[];
    }
  | { readonly kind: 'channel'; readonly name: string; readonly topic: string };

/** The setting that keeps the content out of an e-mail. */
export type HiddenBy = 'user' | 'organization';

/** Everything that an e-mail about the messages of one conversation shows. */
export type NotificationEmail = {
  /** The words of the receiver's language. */
  readonly words: Words;
  readonly receiver: {
    readonly address: string;
    readonly name: string;
    readonly timezone: string;
    readonly uses24Hours: boolean;
  };
  readonly realm: { readonly name: string; readonly url: string };
  readonly noReplyAddress: string;
  /** Replies to it are posted in the conversation; undefined if the server or this e-mail takes none. */
  readonly replyAddress: string | undefined;
  readonly conversation: EmailConversation;
  /** Constant for the conversation, so that mail programs show its e-mails as one thread. */
  readonly threadId: string;
  /** The messages in the order of sending, and earlier ones of the topic. */
  readonly messages: readonly EmailMessage[];
  readonly context: readonly EmailMessage[];
  readonly trigger: Trigger;
  /** The group by which the receiver is mentioned. */
  readonly groupName: string | undefined;
  readonly hiddenBy: HiddenBy | undefined;
  /** The subject names the organization. */
  readonly namesRealm: boolean;
  readonly conversationUrl: string;
  readonly unsubscribeUrl: string;
};

/** The part of an e-mail that decides how its messages look. */
export type MessageStyle = Pick<NotificationEmail, 'words' | 'receiver' | 'realm' | 'conversation'>;

/** The path of the notification settings in the web client. */
const SETTINGS_PATH = '/#settings/notifications';

export function settingsUrlOf({ realm }: Pick<NotificationEmail, 'realm'>): string {
  return realm.url + SETTINGS_PATH;
}

/** The names of senders are shown where a conversation has several. */
export function showsSenders({ conversation }: Pick<NotificationEmail, 'conversation'>): boolean {
  return conversation.kind === 'channel' || conversation.others.length > 1;
}
