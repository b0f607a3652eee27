import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { unsubscribe, updateSubscriptions } from '@parley/contract/endpoints/subscribing.ts';
import type { Act } from './replay-acts.ts';

const one = (name: string) => [{ name }];

export const subscriptionActs = (): Act[] => [
  {
    name: 'a public channel is created',
    run: ({ cast: { member } }) => member.connection.call(subscribe, { subscriptions: one('plaza') }),
  },
  {
    name: 'a private channel is created',
    run: ({ cast: { member } }) =>
      member.connection.call(subscribe, {
        subscriptions: [{ name: 'cellar', description: 'Down *here*', color: '#abc' }],
        invite_only: true,
      }),
  },
  {
    name: 'a default channel is created',
    run: ({ cast: { administrator } }) =>
      administrator.connection.call(subscribe, { subscriptions: one('lobby'), is_default_stream: true }),
  },
  {
    name: 'people are subscribed by others',
    run: ({ cast: { member, guest, hero, bot } }) =>
      member.connection.call(subscribe, {
        subscriptions: [...one('plaza'), ...one('cellar'), ...one('annex')],
        principals: [guest.id, hero.id, bot.id, member.id],
      }),
  },
  {
    name: 'somebody new is subscribed to the default channels',
    run: ({ server }) => server.person({ fullName: 'Nora New' }),
  },
  {
    name: 'somebody leaves and comes back',
    run: async ({ cast: { hero } }) => {
      await hero.connection.call(unsubscribe, { subscriptions: ['plaza'] });
      await hero.connection.call(subscribe, { subscriptions: one('PLAZA') });
    },
  },
  {
    name: 'several people are unsubscribed at once',
    run: ({ cast: { administrator, guest, hero, member } }) =>
      administrator.connection.call(unsubscribe, {
        subscriptions: ['plaza', 'cellar'],
        principals: [guest.id, hero.id, member.id],
      }),
  },
  {
    name: 'somebody changes the channels they are in',
    run: ({ cast: { member } }) =>
      member.connection.call(updateSubscriptions, { add: one('attic'), delete: ['annex'] }),
  },
];
