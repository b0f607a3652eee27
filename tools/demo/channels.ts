import { createChannelFolder } from '@parley/contract/endpoints/channel-folders.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import type { Cast } from './cast.ts';
import { owner } from './users.ts';

const GROUPS = [
  {
    name: 'mechanics',
    description: 'Mirrors, mounts and motors',
    members: ['Bram', 'Chen', 'Mateo', 'Jonas'],
  },
  { name: 'night shift', description: 'Under the dome tonight', members: ['Amara', 'Priya', 'Bram', 'Dara'] },
  {
    name: 'Brass band',
    description: 'Plays at every first light',
    members: ['Kenji', 'Frieda', 'Leila', 'Bram'],
  },
];

const GUESTS = ['Emil', 'Noor'];
const EVERYBODY = 'all members';

const FOLDERS = [
  { name: 'Telescope', description: 'The instrument and its data' },
  { name: 'Everyone', description: 'The house and the people in it' },
] as const;

type SampleChannel = {
  readonly name: string;
  readonly description: string;
  readonly folder: (typeof FOLDERS)[number]['name'];
  readonly subscribers: readonly string[] | typeof EVERYBODY;
  /** Added to the members. */
  readonly guests?: readonly string[];
  /** The color of the channel for the owner. */
  readonly color: string;
  readonly isMuted?: boolean;
  readonly settings?: {
    readonly is_default_stream?: boolean;
    readonly invite_only?: boolean;
    readonly is_web_public?: boolean;
  };
};

const CHANNELS: readonly SampleChannel[] = [
  {
    name: 'dome',
    description: 'The dome, its motors and its cover',
    folder: 'Telescope',
    subscribers: ['Iris', 'Bram', 'Chen', 'Dara', 'Maximiliane', 'Nour', 'Mateo', 'Amara', 'Jonas', 'Kenji'],
    guests: ['Emil'],
    color: '#4f7cc4',
  },
  {
    name: 'pipeline',
    description: 'From raw frames to **light curves**',
    folder: 'Telescope',
    subscribers: ['Iris', 'Bram', 'Chen', 'Nour', 'Maximiliane'],
    guests: ['Emil'],
    color: '#43955a',
  },
  {
    name: 'seeing',
    description: 'What the sky was like. One topic a night.',
    folder: 'Telescope',
    subscribers: EVERYBODY,
    guests: ['Noor'],
    color: '#b97b2f',
    settings: { is_default_stream: true },
  },
  {
    name: 'general',
    description: 'For everyone: news, questions, cake.',
    folder: 'Everyone',
    subscribers: EVERYBODY,
    guests: ['Noor'],
    color: '#c25d5d',
    settings: { is_default_stream: true, is_web_public: true },
  },
  {
    name: 'board',
    description: 'Money and plans',
    folder: 'Everyone',
    subscribers: ['Iris', 'Dara', 'Mateo'],
    color: '#8a6cc7',
    settings: { invite_only: true },
  },
  {
    name: 'lunch',
    description: 'Where and when',
    folder: 'Everyone',
    subscribers: EVERYBODY,
    color: '#b85fa6',
    isMuted: true,
  },
];

/** Creates groups, folders and channels; returns the ids of the channels by name. */
export async function openChannels(cast: Cast, isWebPublic: boolean): Promise<ReadonlyMap<string, number>> {
  const iris = cast.as(owner.key);
  for (const { members, ...group } of GROUPS)
    await iris.call(createUserGroup, { ...group, members: members.map((key) => cast.idOf(key)) });
  const folders = new Map<string, number>();
  for (const folder of FOLDERS)
    folders.set(folder.name, (await iris.call(createChannelFolder, folder)).channel_folder_id);
  const ids = new Map<string, number>();
  for (const { name, description, folder, settings, ...channel } of CHANNELS) {
    const request = {
      name,
      description,
      folder_id: folders.get(folder) ?? 0,
      subscribers: subscribersOf(cast, channel),
      announce: false,
      ...settings,
      is_web_public: isWebPublic && settings?.is_web_public === true,
    };
    ids.set(name, (await iris.call(createChannel, request)).id);
  }
  await iris.call(updateSubscriptionSettings, {
    subscription_data: CHANNELS.flatMap(({ name, color, isMuted = false }) => [
      { stream_id: ids.get(name) ?? 0, property: 'color' as const, value: color },
      ...(isMuted ? [{ stream_id: ids.get(name) ?? 0, property: 'is_muted' as const, value: true }] : []),
    ]),
  });
  return ids;
}

function subscribersOf(
  cast: Cast,
  { subscribers, guests = [] }: Pick<SampleChannel, 'subscribers' | 'guests'>,
): number[] {
  const members = subscribers === EVERYBODY ? cast.keys.filter((key) => !GUESTS.includes(key)) : subscribers;
  return [...members, ...guests].map((key) => cast.idOf(key));
}
