import type { ImportedChannel, Member } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, numberOf, objectOf, objectsOf, textsOf, type JsonObject } from '../values.ts';
import { keyOf } from './people.ts';
import type { Held } from './held.ts';

/** Channels of all teams; several teams are folders. */
export function channelsOf({ team, channel, user }: Held): ImportedChannel[] {
  const members = membersOf(user);
  const titles = new Map(
    team.map((one) => [textOf(one['name']), firstText(one['display_name'], one['name'])]),
  );
  return channel.map((one): ImportedChannel => {
    const key = `${textOf(one['team'])}/${textOf(one['name'])}`;
    return {
      key,
      name: firstText(one['display_name'], one['name'], 'channel'),
      description: firstText(one['purpose'], one['header']),
      isPrivate: textOf(one['type']) !== 'O',
      // New members of a private channel of Mattermost read its history.
      isHistoryPublic: true,
      isArchived: (numberOf(one['deleted_at']) ?? 0) > 0,
      isDefault: textOf(one['name']) === 'town-square',
      folder: titles.size > 1 ? titles.get(textOf(one['team'])) : undefined,
      members: members.get(key) ?? [],
    };
  });
}

function membersOf(users: readonly JsonObject[]): Map<string, Member[]> {
  const members = new Map<string, Member[]>();
  for (const user of users)
    for (const team of objectsOf(user['teams']))
      for (const channel of objectsOf(team['channels'])) {
        const key = `${textOf(team['name'])}/${textOf(channel['name'])}`;
        const known = members.get(key) ?? [];
        members.set(key, known);
        known.push({
          person: keyOf(user['username']),
          isMuted: textOf(objectOf(channel['notify_props'])['mark_unread']) === 'mention',
          isPinned: channel['favorite'] === true,
          readUpTo: numberOf(channel['last_viewed_at']),
        });
      }
  return members;
}

/** Direct conversations with what their people read; older exports have the names alone. */
export function directsOf({ direct_channel }: Held): Member[][] {
  return direct_channel.map((one) => {
    const people = objectsOf(one['participants']);
    if (people.length === 0) return textsOf(one['members']).map((name) => ({ person: keyOf(name) }));
    return people.map((person) => ({
      person: keyOf(person['username']),
      // Times of zero are left out.
      readUpTo: numberOf(person['last_viewed_at']) ?? 0,
    }));
  });
}
