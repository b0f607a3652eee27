import type { State } from '@parley/client';

/** Numbers of `realm_video_chat_provider`; every other one is a provider at which users have accounts. */
const DISABLED = 0;
export const ROOMS = 1;

/** Whether the organization has a provider of video calls that this server can reach. */
export function hasCalls(state: State): boolean {
  const chosen = state.realm_video_chat_provider ?? DISABLED;
  return (
    chosen !== DISABLED &&
    Object.values(state.realm_available_video_chat_providers ?? {}).some(({ id }) => id === chosen) &&
    (chosen !== ROOMS || roomServerOf(state) !== null)
  );
}

/** The server of rooms that anyone may open, of the organization or of the installation. */
export function roomServerOf(state: State): string | null {
  return state.jitsi_server_url ?? state.server_jitsi_server_url ?? null;
}
