import { toMessage } from '@parley/client';
import type { OpenMessage } from '../../sw/notify.ts';
import { removeMessages, showMessage } from '../../sw/shown-message.ts';
import { useCompose } from '../compose/control.ts';
import { useEffect, useRef } from 'react';
import { isSamePlace } from '../data/address/place.ts';
import { after, now } from '../data/clock.ts';
import { reportFault } from '../data/faults.ts';
import { narrowKey } from '../data/narrow/narrow.ts';
import { notificationOf, type DesktopNotification } from '../data/derived/notification.ts';
import { destinationArguments } from '../data/outbox/send-arguments.ts';
import { isPushOn } from '../data/session/web-push.ts';
import type { StartedChat } from '../screen/start-chat.ts';
import { useChatScreen, type ChatScreen } from '../screen/chat-context.ts';

/** Shows desktop notifications of new messages. Only the leading tab does, so that each is shown once. */
export function Notifications({ started }: { readonly started: StartedChat }): null {
  const { chat, isLeader } = started;
  const screen = useChatScreen();
  const compose = useCompose();
  const current = useRef(screen);
  useEffect(() => {
    current.current = screen;
  });
  useEffect(
    () =>
      chat.onBatch((batch) => {
        if (batch.kind !== 'events' || !isLeader.get()) return;
        for (const event of batch.events) {
          if (event.type === 'update_message_flags' && event.op === 'add' && event.flag === 'read')
            closeRead(event).catch(reportFault);
          if (event.type !== 'message' || isOld(event.message.timestamp)) continue;
          const notification = notificationOf(toMessage(event.message, event.flags), batch.state);
          if (notification !== undefined && !isInSight(notification, current.current))
            show(notification, event.message.id, current.current).catch(reportFault);
        }
      }),
    [chat, isLeader],
  );
  useEffect(() => followClicks(() => compose.focus()), [compose]);
  return null;
}

/** The service worker asks the page to show the conversation of a notification. */
function followClicks(answer: () => void): () => void {
  const follow = ({ data }: MessageEvent<OpenMessage>): void => {
    if (data.type !== 'open' || data.hash === '') return;
    globalThis.location.hash = data.hash;
    // The box of the conversation is there in the next frame.
    if (data.isAnswer) after(0, answer);
  };
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('message', follow);
  return () => worker?.removeEventListener('message', follow);
}

/** Messages that were read anywhere leave the tray. */
async function closeRead({ all, messages }: { all: boolean; messages: readonly number[] }): Promise<void> {
  const registration = await workerRegistration();
  if (registration === undefined) return;
  const read = new Set(messages);
  await removeMessages(registration, (id) => all || read.has(id));
}

async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return workers?.getRegistration();
}

/** Messages that were missed for longer, for example over night, are in the inbox. */
const MAX_AGE_MS = 120_000;

function isOld(timestamp: number): boolean {
  return now() - timestamp * 1000 > MAX_AGE_MS;
}

/** The reader looks at the conversation right now. */
function isInSight({ conversation }: DesktopNotification, { place }: ChatScreen): boolean {
  return document.hasFocus() && isSamePlace(place.get(), { view: 'messages', narrow: conversation });
}

/** The service worker shows it, opens its conversation when it is clicked, and does its actions. */
async function show(
  { place, sender, body, conversation, hasSound }: DesktopNotification,
  messageId: number,
  { chat, addressOf }: ChatScreen,
): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  // The service worker notifies by itself while no page is in sight.
  if (document.hidden && isPushOn()) return;
  const registration = await workerRegistration();
  if (registration === undefined) return;
  await showMessage(registration, {
    place,
    sender,
    body,
    messageId,
    tag: narrowKey(conversation),
    hash: addressOf({ view: 'messages', narrow: conversation }),
    answerTo: destinationArguments(conversation, chat.selfId),
    isSilent: !hasSound,
  });
}
