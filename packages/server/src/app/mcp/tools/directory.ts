import { getStreamTopics } from '@parley/contract/endpoints/channels.ts';
import { getStreams } from '@parley/contract/endpoints/streams.ts';
import { getOwnUser, getUsers } from '@parley/contract/endpoints/users.ts';
import type { User } from '@parley/contract/objects/user.ts';
import { findUsers, listChannels, listTopics, whoAmI } from '@parley/contract/tools/reading.ts';
import type { ToolAnswer } from '../answer.ts';
import { idOfChannel } from '../conversations.ts';
import { named, shortened } from '../fence.ts';
import { runs } from '../tool-call.ts';

/** Characters of the description of a channel. */
const SHOWN_DESCRIPTION = 160;

const self = runs(whoAmI, async ({ call, account, world, url }): Promise<ToolAnswer> => {
  const user = await call(getOwnUser, {});
  const { scopes = new Set<string>() } = account.credential;
  return {
    says: [
      `You act for user ${user.user_id} at ${url}, and everything you write appears under that name.`,
      `It is ${new Date(world.clock.now()).toISOString()}. Scopes of the token: ${[...scopes].join(', ')}.`,
      ...(account.limits === undefined
        ? []
        : ['The token is limited to some channels or to later messages.']),
    ].join(' '),
    data: [
      `${named(user.full_name)}, role ${user.role}, time zone ${named(user.timezone)}, organization ${named(account.realm.name)}`,
    ],
  };
});

const channels = runs(listChannels, async ({ call }, { name, limit }): Promise<ToolAnswer> => {
  const { streams } = await call(getStreams, {});
  const found = streams.filter((channel) => contains(channel.name, name));
  return {
    says: countOf(found.length, limit, 'channels'),
    data: found
      .slice(0, limit)
      .map((channel) =>
        [
          `${channel.stream_id} ${named(channel.name)}`,
          ...(channel.invite_only ? ['private'] : []),
          ...(channel.description === ''
            ? []
            : [named(shortened(channel.description, SHOWN_DESCRIPTION).text)]),
        ].join(', '),
      ),
  };
});

const topics = runs(listTopics, async (call, { channel, name, limit }): Promise<ToolAnswer> => {
  const stream_id = await idOfChannel(call, channel);
  const result = await call.call(getStreamTopics, { stream_id, allow_empty_topic_name: true });
  const found = result.topics.filter((topic) => contains(topic.name, name));
  return {
    says: `${countOf(found.length, limit, 'topics')} Each with the id of its newest message.`,
    data: found.slice(0, limit).map((topic) => `${named(topic.name)} [${topic.max_id}]`),
  };
});

const people = runs(findUsers, async ({ call }, { name, user_ids, limit }): Promise<ToolAnswer> => {
  const { members } = await call(getUsers, { user_ids });
  const found = members.filter(
    (user) => contains(user.full_name, name) || contains(user.delivery_email ?? user.email, name),
  );
  return { says: countOf(found.length, limit, 'users'), data: found.slice(0, limit).map(lineOf) };
});

function lineOf({ user_id, full_name, delivery_email, role, ...user }: User): string {
  const states = [
    `role ${role}`,
    ...(delivery_email === null ? [] : [named(delivery_email)]),
    ...(user.is_bot ? ['bot'] : []),
    ...(user.is_guest ? ['guest'] : []),
    ...(user.is_active ? [] : ['deactivated']),
  ];
  return `${user_id} ${named(full_name)}, ${states.join(', ')}`;
}

function contains(text: string, part = ''): boolean {
  return text.toLocaleLowerCase('en').includes(part.trim().toLocaleLowerCase('en'));
}

function countOf(found: number, limit: number, what: string): string {
  return found > limit ? `${found} ${what}, of which the first ${limit} follow.` : `${found} ${what}.`;
}

export const directory = [self, channels, topics, people];
