import type { Connection } from '@parley/client/connection.ts';
import { muteTopic, subscribe } from '@parley/contract/endpoints/channels.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';

/** Finds the users of the sample by their names. */
export type SampleUsers = {
  readonly idOf: (name: string) => number;
  readonly as: (name: string) => Connection;
  readonly names: readonly string[];
};

const GROUPS = [
  {
    name: 'night shift',
    description: 'Who is under the dome tonight',
    members: ['Amara Okonkwo', 'Priya Raman'],
  },
  { name: 'instruments', description: 'Mirrors, mounts and motors', members: ['Mateo Quispe', 'Jonas Feld'] },
];

const CHANNELS = [
  { name: 'general', description: 'For everybody: news, questions, cake.' },
  { name: 'observations', description: 'What we saw. One topic a night.', is_default_stream: true },
  { name: 'dome', description: 'Hardware, and why it **squeaks**.' },
];

/** Creates groups and channels, public and private, with members. */
export async function openChannels(iris: Connection, cast: SampleUsers): Promise<number> {
  for (const { members, ...group } of GROUPS)
    await iris.call(createUserGroup, { ...group, members: members.map(cast.idOf) });
  const principals = cast.names.map(cast.idOf);
  for (const { name, description, ...settings } of CHANNELS)
    await iris.call(subscribe, {
      subscriptions: [{ name, description }],
      principals,
      send_new_subscription_messages: false,
      ...settings,
    });
  await cast.as('Mateo Quispe').call(subscribe, {
    subscriptions: [{ name: 'budget', description: 'What the new mirror costs.' }],
    invite_only: true,
    principals: [owner(cast), cast.idOf('Mateo Quispe')],
  });
  await cast.as('Jonas Feld').call(muteTopic, { stream: 'general', topic: 'cake', op: 'add' });
  return CHANNELS.length + 1;
}

function owner(cast: SampleUsers): number {
  return cast.idOf('Iris Lindqvist');
}
