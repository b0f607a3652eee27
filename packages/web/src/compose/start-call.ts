import { createMeeting } from '../data/actions/call-actions.ts';
import type { Chat } from '../data/chat.ts';
import { after } from '../data/clock.ts';
import { showToast } from '../parts/toast-store.ts';
import { ROOMS, roomServerOf } from '../screen/has-calls.ts';
import { failureText } from '../words/failure-text.ts';
import { t } from '../words/index.ts';

/** Where the browser goes to the provider, and comes back from. */
const CONNECT_PATH = '/calls/conference/register';
/** The server forgets an authorization that takes longer. */
const MAX_CONNECT_MS = 10 * 60_000;
const ROOM_BYTES = 16;

/** Makes a call, and passes the text on that leads to it. An account at the provider is connected first. */
export async function startCall(chat: Chat, onText: (text: string) => void): Promise<void> {
  try {
    const url = chat.state.get().realm_video_chat_provider === ROOMS ? roomUrl(chat) : await meetingUrl(chat);
    onText(`[${t('Join the video call')}](${url})`);
  } catch (error) {
    showToast({ text: failureText(error) });
  }
}

/** Nobody finds a room whose name they were not told. */
function roomUrl({ state }: Chat): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ROOM_BYTES));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const server = roomServerOf(state.get()) ?? '';
  return `${server.endsWith('/') ? server.slice(0, -1) : server}/${name}`;
}

async function meetingUrl(chat: Chat): Promise<string> {
  const first = chat.state.get().has_conference_token === true ? await createMeeting(chat) : undefined;
  if (first !== undefined) return first;
  await connect(chat);
  const url = await createMeeting(chat);
  if (url === undefined) throw new Error(t('The provider did not accept your account.'));
  return url;
}

/** Opens the provider in another window, and waits until the account is connected there. */
function connect({ state }: Chat): Promise<void> {
  globalThis.open(CONNECT_PATH, '_blank', 'noopener');
  showToast({ text: t('Connect your account in the other window. The call begins when it is done.') });
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      leave();
      cancel();
      settle();
    };
    const leave = state.subscribe(() => {
      if (state.get().has_conference_token === true) end(resolve);
    });
    const cancel = after(MAX_CONNECT_MS, () =>
      end(() => reject(new Error(t('Your account was not connected in time.')))),
    );
  });
}
