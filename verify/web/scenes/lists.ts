import { channelAddress } from './addresses.ts';
import { CONTRAST, DARK, LIGHT, NARROW, PHONE, type Scene } from './scene.ts';

/** Lists of conversations. */
export const listScenes: readonly Scene[] = [
  { name: 'inbox', user: 'Iris', address: '#inbox', looks: [LIGHT, DARK, CONTRAST, PHONE, NARROW] },
  { name: 'inbox-empty', user: 'Maximiliane', address: '#inbox' },
  { name: 'recent', user: 'Iris', address: '#recent' },
  { name: 'channel-topics', user: 'Iris', address: channelAddress('dome') },
  { name: 'catch-up', user: 'Iris', address: '#catch-up' },
  { name: 'inbox-large-text', user: 'Iris', address: '#inbox', textPercent: 200, looks: [LIGHT, PHONE] },
];
