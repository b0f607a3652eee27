import type { Config } from '../config.ts';

export type VideoProvider = { readonly id: number; readonly name: string };

/** The ways to make video calls that an organization can choose from, by the names that clients know. */
export const videoProviders = ({ calls }: Config): Record<string, VideoProvider> => ({
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
  ...(calls.clientId !== '' && calls.clientSecret !== '' ? { webex: { id: 8, name: 'Conference' } } : {}),
});

/** Where calls take place unless the organization says otherwise. */
export const JITSI_SERVER = 'https://meet.jit.si';
