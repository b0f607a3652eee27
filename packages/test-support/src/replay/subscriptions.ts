import { addAlertWords, removeAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
} from '@parley/contract/endpoints/saved-snippets.ts';
import { muteTopic, subscribe, updateSubscriptionProperty } from '@parley/contract/endpoints/channels.ts';
import { archiveStream, getStreamId, updateStream } from '@parley/contract/endpoints/streams.ts';
import { getSubscriptions, updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import type { TestUser } from '../harness.ts';
import type { Act } from './acts.ts';

/** Alert words, muted users and saved snippets. */
export function personalWordActs(): Act[] {
  let snippet = 0;
  return [
    {
      name: 'alert words are added',
      run: ({ cast: { hero }, secret }) =>
        hero.connection.call(addAlertWords, { alert_words: [secret(hero, 'a word of the hero'), 'second'] }),
    },
    {
      name: 'an alert word is removed in another letter case',
      run: ({ cast: { hero } }) => hero.connection.call(removeAlertWords, { alert_words: ['SECOND'] }),
    },
    {
      name: 'users are muted',
      run: async ({ cast: { hero, guest, member } }) => {
        await hero.connection.call(muteUser, { muted_user_id: guest.id });
        await hero.connection.call(muteUser, { muted_user_id: member.id });
      },
    },
    {
      name: 'somebody is unmuted',
      run: ({ cast: { hero, guest } }) => hero.connection.call(unmuteUser, { muted_user_id: guest.id }),
    },
    {
      name: 'snippets are saved',
      run: async ({ cast: { hero }, secret }) => {
        const content = secret(hero, 'a snippet of the hero');
        const made = await hero.connection.call(createSavedSnippet, { title: 'one', content });
        snippet = made.saved_snippet_id;
        await hero.connection.call(createSavedSnippet, { title: 'two', content: `${content}, again` });
      },
    },
    {
      name: 'a snippet is edited',
      run: ({ cast: { hero } }) =>
        hero.connection.call(editSavedSnippet, { saved_snippet_id: snippet, title: 'uno' }),
    },
    {
      name: 'a snippet is deleted',
      run: ({ cast: { hero } }) => hero.connection.call(deleteSavedSnippet, { saved_snippet_id: snippet }),
    },
  ];
}

const STUDY = 'study';

async function studyOf({ connection }: TestUser): Promise<number> {
  const { subscriptions } = await connection.call(getSubscriptions);
  return subscriptions.find(({ name }) => name === STUDY)?.stream_id ?? 0;
}

/** Acts on a user's settings of a subscription. */
export function choiceActs(): Act[] {
  return [
    {
      name: 'somebody chooses a colour and a pin for a channel',
      run: async ({ cast: { hero } }) => {
        await hero.connection.call(subscribe, { subscriptions: [{ name: STUDY }] });
        const stream_id = await studyOf(hero);
        await hero.connection.call(updateSubscriptionProperty, {
          stream_id,
          property: 'color',
          value: '#123',
        });
        await hero.connection.call(updateSubscriptionProperty, {
          stream_id,
          property: 'pin_to_top',
          value: true,
        });
      },
    },
    {
      name: 'a channel is muted',
      run: async ({ cast: { hero } }) =>
        hero.connection.call(updateSubscriptionProperty, {
          stream_id: await studyOf(hero),
          property: 'is_muted',
          value: true,
        }),
    },
    {
      name: 'several choices change at once',
      run: async ({ cast: { hero } }) => {
        const stream_id = await studyOf(hero);
        await hero.connection.call(updateSubscriptionSettings, {
          subscription_data: [
            { stream_id, property: 'in_home_view', value: true },
            { stream_id, property: 'push_notifications', value: true },
            { stream_id, property: 'wildcard_mentions_notify', value: false },
          ],
        });
      },
    },
  ];
}

/** Acts on a user's topic policies. */
export function topicActs(): Act[] {
  return [
    {
      name: 'topics are muted, one of them without a name',
      run: async ({ cast: { hero }, secret }) => {
        const topics = ['', secret(hero, 'a topic of the hero'), 'Twice'];
        for (const topic of topics)
          await hero.connection.call(muteTopic, { op: 'add', topic, stream: STUDY });
      },
    },
    {
      name: 'a topic is muted that is muted in another letter case',
      run: ({ cast: { hero } }) =>
        hero.connection.call(muteTopic, { op: 'add', topic: 'tWICE', stream: STUDY }),
    },
    {
      name: 'a muted topic is followed in another letter case',
      run: ({ cast: { hero } }) => setPolicy(hero, 'TWICE', 3),
    },
    { name: 'a topic is unmuted', run: ({ cast: { hero } }) => setPolicy(hero, 'another', 2) },
    {
      name: 'the policy of the empty topic is removed',
      run: ({ cast: { hero } }) => setPolicy(hero, 'general chat', 0),
    },
    {
      name: 'a followed topic is unmuted the older way',
      run: ({ cast: { hero } }) =>
        hero.connection.call(muteTopic, { op: 'remove', topic: 'twice', stream: STUDY }),
    },
  ];
}

/** Registration has no topic policies of archived channels. */
export function archivedTopicActs(): Act[] {
  let archived = 0;
  return [
    {
      name: 'somebody who is in no channel follows and mutes topics',
      run: async ({ cast: { moderator } }) => {
        const { stream_id } = await moderator.connection.call(getStreamId, { stream: STUDY });
        for (const visibility_policy of [1, 3] as const)
          await moderator.connection.call(updateUserTopic, {
            stream_id,
            topic: `topic ${visibility_policy}`,
            visibility_policy,
          });
      },
    },
    {
      name: 'a user with topic policies no longer sees the channel, as a guest',
      run: ({ cast: { owner, moderator } }) =>
        owner.connection.call(updateUser, { user_id: moderator.id, role: 600 }),
    },
    {
      name: 'a user with topic policies sees the channel again',
      run: ({ cast: { owner, moderator } }) =>
        owner.connection.call(updateUser, { user_id: moderator.id, role: 300 }),
    },
    {
      name: 'a channel with topic policies is renamed',
      run: async ({ cast: { owner, hero } }) =>
        owner.connection.call(updateStream, { stream_id: await studyOf(hero), new_name: 'Library' }),
    },
    {
      name: 'a channel with topic policies is archived',
      run: async ({ cast: { owner } }) => {
        const { stream_id } = await owner.connection.call(getStreamId, { stream: 'library' });
        archived = stream_id;
        await owner.connection.call(archiveStream, { stream_id });
      },
    },
    {
      name: 'a channel with topic policies is back',
      forgets: ({ administrator, member, guest, hero }) => [administrator, member, guest, hero],
      run: ({ cast: { owner } }) =>
        owner.connection.call(updateStream, { stream_id: archived, is_archived: false }),
    },
  ];
}

async function setPolicy(user: TestUser, topic: string, visibility_policy: 0 | 2 | 3): Promise<unknown> {
  return user.connection.call(updateUserTopic, {
    stream_id: await studyOf(user),
    topic,
    visibility_policy,
  });
}
