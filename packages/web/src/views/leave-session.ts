import { after } from '../data/clock.ts';
import { reportFault } from '../data/faults.ts';
import { forgetCaches } from '../data/session/forget-caches.ts';
import { forgetUser, keepDeviceChoices } from '../data/session/forget-user.ts';
import { logOut } from '../data/session/session.ts';
import { stopPush } from '../data/session/web-push.ts';
import type { StartedChat } from '../screen/start-chat.ts';
import { attempt } from '../screen/attempt.ts';

/** Changes that the server does not take within this time are given up with the session. */
const LAST_CHANGES_MS = 5_000;

/** Logs out; tells whether the server has ended the session. */
export async function leaveSession(started: StartedChat): Promise<boolean> {
  await Promise.race([started.chat.flush(), new Promise<void>((end) => after(LAST_CHANGES_MS, end))]);
  await stopPush(started.chat).catch(reportFault);
  const restoreChoices = keepDeviceChoices(localStorage);
  if (!(await attempt(logOut()))) return false;
  // The response has let the browser clear all storage, choices about the device too.
  restoreChoices();
  await forgetAll(started);
  return true;
}

/** Nothing of a user stays in a browser without a session, whatever ended it; a part that fails leaves the others. */
export async function forgetAll({ chat, forget }: StartedChat): Promise<void> {
  for (const work of [() => stopPush(chat), forgetCaches, forget]) await work().catch(reportFault);
  forgetUser([localStorage, sessionStorage]);
}
