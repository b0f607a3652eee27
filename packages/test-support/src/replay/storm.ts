import { addAlertWords, removeAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { createBot, updateBot } from '@parley/contract/endpoints/bots.ts';
import { createDrafts, deleteDraft, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getLinkifiers, addLinkifier, removeLinkifier } from '@parley/contract/endpoints/linkifiers.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import {
  addNavigationView,
  getNavigationViews,
  removeNavigationView,
} from '@parley/contract/endpoints/navigation-views.ts';
import { addRealmDomain, deleteRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateStatus, updateStatusForUser } from '@parley/contract/endpoints/user-status.ts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { ApiError } from '@parley/client/connection.ts';
import type { Cast } from './cast.ts';
import type { TestUser } from '../harness.ts';
import type { Seeded } from '../seeded.ts';

/** One random change. A change that the server refuses counts as none. */
export async function anyChange(cast: Cast, bystander: TestUser, random: Seeded): Promise<void> {
  const somebody = random.pick([cast.owner, cast.administrator, cast.member, cast.guest]);
  const change = random.pick(changes);
  try {
    await change(cast, somebody, bystander, random);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

type Change = (cast: Cast, somebody: TestUser, bystander: TestUser, random: Seeded) => Promise<unknown>;

function word(random: Seeded): string {
  return `w${random.below(20)}`;
}

const changes: readonly Change[] = [
  (_, { connection }, __, random) =>
    connection.call(createDrafts, {
      drafts: [{ type: '', to: [], topic: '', content: word(random), timestamp: random.below(1e9) }],
    }),
  async (_, { connection }, __, random) => {
    const { drafts } = await connection.call(getDrafts);
    if (drafts.length > 0) await connection.call(deleteDraft, { draft_id: random.pick(drafts).id });
  },
  (_, { connection }, __, random) =>
    connection.call(addNavigationView, { fragment: word(random), name: word(random), is_pinned: true }),
  async (_, { connection }, __, random) => {
    const { navigation_views: views } = await connection.call(getNavigationViews);
    if (views.length > 0)
      await connection.call(removeNavigationView, { fragment: random.pick(views).fragment });
  },
  (_, { connection }, __, random) => connection.call(addAlertWords, { alert_words: [word(random)] }),
  (_, { connection }, __, random) => connection.call(removeAlertWords, { alert_words: [word(random)] }),
  (_, { connection }, bystander, random) =>
    connection.call(random.chance(0.5) ? muteUser : unmuteUser, { muted_user_id: bystander.id }),
  ({ administrator }, somebody, _, random) =>
    administrator.connection.call(updateUser, { user_id: somebody.id, full_name: `Name ${word(random)}` }),
  ({ owner, hero }, _, __, random) =>
    owner.connection.call(updateUser, {
      user_id: hero.id,
      role: random.pick([200, 300, 400, 600] as const),
    }),
  (_, { connection }, __, random) =>
    connection.call(updateSettings, {
      enter_sends: random.chance(0.5),
      color_scheme: random.pick([1, 2, 3] as const),
    }),
  (_, { connection }, __, random) =>
    connection.call(updateSettings, { email_address_visibility: random.pick([1, 2, 3, 4, 5] as const) }),
  (_, { connection }, __, random) =>
    connection.call(createBot, { short_name: word(random), full_name: `Bot ${word(random)}` }),
  ({ administrator, owner, hero, member, passedBot }, _, __, random) =>
    // Refused unless the chosen user owns the bot.
    random.pick([administrator, owner, hero, member]).connection.call(updateBot, {
      bot_id: passedBot.id,
      bot_owner_id: random.pick([administrator, owner, hero, member]).id,
    }),
  ({ owner }, _, __, random) =>
    owner.connection.call(updateRealm, {
      description: word(random),
      allow_message_editing: random.chance(0.5),
    }),
  ({ owner }, _, __, random) =>
    owner.connection.call(updateRealm, { waiting_period_threshold: random.chance(0.5) ? 0 : 3 }),
  ({ owner }, _, __, random) =>
    owner.connection.call(addRealmDomain, { domain: `${word(random)}.com`, allow_subdomains: true }),
  ({ owner }, _, __, random) => owner.connection.call(deleteRealmDomain, { domain: `${word(random)}.com` }),
  ({ administrator }, _, __, random) =>
    administrator.connection.call(addLinkifier, { pattern: word(random), url_template: 'https://a.example' }),
  async ({ administrator }, _, __, random) => {
    const { linkifiers } = await administrator.connection.call(getLinkifiers);
    if (linkifiers.length > 0)
      await administrator.connection.call(removeLinkifier, { filter_id: random.pick(linkifiers).id });
  },
  (_, { connection }, __, random) =>
    connection.call(updateStatus, {
      status_text: random.pick(['', word(random)]),
      emoji_name: random.pick(['', 'octopus', 'zulip']),
      ...(random.chance(0.5) ? {} : { away: random.chance(0.5) }),
    }),
  (_, { connection }, __, random) =>
    connection.call(updateSettings, { presence_enabled: random.chance(0.5) }),
  ({ administrator }, _, bystander, random) =>
    administrator.connection.call(updateStatusForUser, {
      user_id: bystander.id,
      status_text: random.pick(['', word(random)]),
    }),
  ({ administrator }, _, bystander) =>
    administrator.connection.call(deactivateUser, { user_id: bystander.id }),
  ({ administrator }, _, bystander) =>
    administrator.connection.call(reactivateUser, { user_id: bystander.id }),
];
