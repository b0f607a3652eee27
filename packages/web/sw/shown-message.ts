/** Kept with a notification for its removal and its click. */
export type ShownMessage = { readonly messageId: number; readonly hash: string };

/** The notification of a message, whether a push or an open page brought it. */
export type MessageNotification = ShownMessage & {
  readonly title: string;
  readonly body: string;
  /** Key of the conversation: its messages replace each other. */
  readonly tag: string;
  readonly isSilent?: boolean;
};

export const ICON = '/icon-192.png';

/** Shows a notification. The constructor for pages is not used: Android does not have it. */
export function showMessage(
  registration: ServiceWorkerRegistration,
  { title, body, tag, messageId, hash, isSilent = false }: MessageNotification,
): Promise<void> {
  const data: ShownMessage = { messageId, hash };
  return registration.showNotification(title, { body, tag, data, icon: ICON, silent: isSilent });
}
