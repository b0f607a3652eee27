import type { EventPayload, WireEvent } from '@parley/contract/events.ts';
import { expect, test } from 'vitest';
import { applyEvent } from './apply-event.ts';
import type { State } from './state.ts';

/** A state of a few parts, frozen all through, so that a change in place is an error. */
function stateOf(parts: object): State {
  return freeze({ queue_id: 'q', last_event_id: 0, ...parts }) as State;
}

function freeze(value: object): object {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner);
  return Object.freeze(value);
}

function apply(state: State, event: EventPayload): State {
  return applyEvent(state, { id: 1, ...event });
}

function draft(id: number, timestamp: number) {
  return {
    id,
    type: '' as const,
    to: [],
    topic: '',
    content: '',
    timestamp,
  };
}

test('a part that was not fetched stays absent', () => {
  const nothing = stateOf({});
  const events: EventPayload[] = [
    { type: 'drafts', op: 'add', drafts: [draft(1, 1)] },
    { type: 'user_settings', op: 'update', property: 'enter_sends', value: true },
    { type: 'user_settings', op: 'update', property: 'enable_drafts_synchronization', value: false },
    { type: 'realm', op: 'update', property: 'name', value: 'Parley' },
    { type: 'realm', op: 'update', property: 'jitsi_server_url', value: null },
    { type: 'realm_user', op: 'update', person: { user_id: 1, role: 100 } },
    { type: 'realm_user', op: 'update', person: { user_id: 1, is_active: false } },
    { type: 'realm_bot', op: 'delete', bot: { user_id: 1 } },
    { type: 'user_group', op: 'add_members', group_id: 1, user_ids: [1] },
    { type: 'custom_profile_fields', fields: [] },
    { type: 'realm_linkifiers', realm_linkifiers: [] },
    { type: 'has_conference_token', value: true },
    { type: 'realm_domains', op: 'remove', domain: 'a.b' },
    { type: 'alert_words', alert_words: ['a'] },
    { type: 'muted_users', muted_users: [] },
    { type: 'muted_topics', muted_topics: [['channel', 'topic', 1]] },
    { type: 'user_topic', stream_id: 1, topic_name: 't', last_updated: 1, visibility_policy: 1 },
    { type: 'saved_snippets', op: 'remove', saved_snippet_id: 1 },
    { type: 'navigation_view', op: 'remove', fragment: 'inbox' },
  ];
  expect(events.reduce(apply, nothing)).toEqual(nothing);
});

test('an event that this version does not know changes nothing', () => {
  const state = stateOf({ drafts: [] });
  for (const event of [
    { type: 'news' },
    { type: 'drafts', op: 'shuffle' },
    { type: 'realm_user', op: 'clone' },
  ])
    expect(applyEvent(state, { id: 1, ...event } as unknown as WireEvent)).toEqual(state);
});

test('drafts stand newest first, the last touched before the others of its second, at most 1000', () => {
  const state = stateOf({ drafts: [draft(1, 50), draft(2, 40)] });
  const added = apply(state, { type: 'drafts', op: 'add', drafts: [draft(3, 50), draft(4, 50)] });
  expect(added.drafts?.map(({ id }) => id)).toEqual([4, 3, 1, 2]);
  const edited = apply(added, { type: 'drafts', op: 'update', draft: draft(2, 50) });
  expect(edited.drafts?.map(({ id }) => id)).toEqual([2, 4, 3, 1]);
  const many = Array.from({ length: 1000 }, (_, n) => draft(n + 10, 100 + n));
  expect(apply(state, { type: 'drafts', op: 'add', drafts: many }).drafts).toHaveLength(1000);
});

function group(id: number, name: string, members: number[], inside: number[] = []) {
  return {
    id,
    name,
    members,
    direct_subgroup_ids: inside,
    is_system_group: true,
  };
}

/** User 7 is a member; members may create public channels, administrators private ones. */
const organization = {
  user_id: 7,
  is_guest: false,
  can_create_streams: true,
  can_create_public_streams: true,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_subscribe_other_users: false,
  can_invite_others_to_realm: false,
  realm_wildcard_mention_policy: 5,
  realm_can_create_public_channel_group: 3,
  realm_can_create_private_channel_group: 2,
  realm_can_create_web_public_channel_group: 1,
  realm_can_add_subscribers_group: 2,
  realm_can_invite_users_group: 2,
  realm_can_mention_many_users_group: 2,
  realm_user_groups: [
    group(1, 'role:nobody', []),
    group(2, 'role:administrators', []),
    group(3, 'role:members', [7], [2]),
  ],
};

test('rights follow from the groups, through the groups inside them', () => {
  const promoted = apply(stateOf(organization), {
    type: 'user_group',
    op: 'add_members',
    group_id: 2,
    user_ids: [7],
  });
  expect(promoted).toMatchObject({ can_create_private_streams: true, can_invite_others_to_realm: true });
  const out = apply(promoted, { type: 'user_group', op: 'remove_members', group_id: 3, user_ids: [7] });
  expect(out.can_create_public_streams).toBe(true);
  const away = apply(out, { type: 'user_group', op: 'remove_members', group_id: 2, user_ids: [7] });
  expect(away).toMatchObject({ can_create_streams: false, can_create_public_streams: false });
});

test('rights and older numbers follow from the permissions of the organization', () => {
  const data = {
    can_create_private_channel_group: { direct_members: [7], direct_subgroups: [] },
    can_create_public_channel_group: 1,
    can_mention_many_users_group: 3,
  };
  const after = apply(stateOf(organization), { type: 'realm', op: 'update_dict', property: 'default', data });
  expect(after).toMatchObject({
    can_create_private_streams: true,
    can_create_public_streams: false,
    can_create_streams: true,
    realm_wildcard_mention_policy: 2,
    realm_create_public_stream_policy: 6,
    realm_create_private_stream_policy: 2,
  });
});

test('a guest holds no permission that cannot be given to everyone, even when listed', () => {
  const listed = {
    ...organization,
    realm_can_create_public_channel_group: { direct_members: [7], direct_subgroups: [] },
  };
  const guest = apply(stateOf(listed), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: 7, role: 600 },
  });
  expect(guest).toMatchObject({ is_guest: true, is_admin: false, can_create_public_streams: false });
});
