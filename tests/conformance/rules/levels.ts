import { holds, numberAt, plain, refused, same, success } from '../expect.ts';
import { changeGroup, changeMembers, changeSubgroups, listed, roleGroup, tryGroup } from '../group-things.ts';
import { keysOf, modern } from '../presence.ts';
import { rule, type Rule } from '../rule.ts';
import { setRealm } from '../things.ts';

/** Additions of feature levels after the announced one; see docs/api/coverage.md. */
export const levelRules: readonly Rule[] = [
  rule(
    'LVL-1',
    'get-bot-storage',
    'A user who is not a bot still reads its storage (494 is not in effect).',
    async (w) => {
      success(await w.ask('GET', '/bot_storage', { as: await w.person() }));
    },
  ),
  rule(
    'LVL-2',
    'create-user-group',
    'A bot with the permission creates a group and manages it (496).',
    async (w) => {
      const [members, bot] = [await roleGroup(w, 'members'), await w.bot(await w.owner())];
      const name = 'can_create_groups';
      await setRealm(w, { [name]: { new: listed([bot.id]) } }, { [name]: { new: members } });
      const id = numberAt(success(await tryGroup(w, bot)), 'group_id');
      plain(await changeGroup(w, bot, id, { description: 'Of a bot' }));
      plain(await changeMembers(w, bot, id, { add: [bot.id] }));
      plain(await changeSubgroups(w, bot, id, { add: [members] }));
      const path = `/user_groups/${id}`;
      const read = async (of: string) => success(await w.ask('GET', `${path}/${of}`, { as: bot }));
      same((await read('members?direct_member_only=true')).at('members'), [bot.id], 'members');
      same((await read(`members/${bot.id}`)).at('is_user_group_member'), true, 'the membership');
      same((await read('subgroups?direct_subgroup_only=true')).at('subgroups'), [members], 'subgroups');
    },
  ),
  rule(
    'LVL-3',
    'create-user-group',
    'A bot without the permission is refused, whatever its owner holds (496).',
    async (w) => {
      const [members, owner] = [await roleGroup(w, 'members'), await w.owner()];
      const bot = await w.bot(owner);
      const name = 'can_create_groups';
      await setRealm(w, { [name]: { new: listed([owner.id]) } }, { [name]: { new: members } });
      refused(await tryGroup(w, bot));
    },
  ),
  rule(
    'LVL-4',
    'get-user-presence',
    'One presence has both forms and the time of the server (497).',
    async (w) => {
      const [as, other] = [await w.owner(), await w.person()];
      await modern(w, other);
      const answer = success(await w.ask('GET', `/users/${other.id}/presence`, { as }));
      const timestamp = answer.at('presence', 'active_timestamp');
      same(answer.at('presence', 'website'), { status: 'active', timestamp }, 'website');
      same(answer.at('presence', 'aggregated'), { status: 'active', timestamp }, 'aggregated');
      const age = Date.now() / 1000 - numberAt(answer, 'server_timestamp');
      holds(Math.abs(age) < 60, 'the time of the server in seconds', answer.text);
    },
  ),
  rule(
    'LVL-5',
    'get-user-presence',
    'After the offline threshold only `aggregated` says offline (497).',
    async (w) => {
      const [as, other] = [await w.owner(), await w.person()];
      await modern(w, other);
      // A user who becomes invisible looks gone for longer than the threshold.
      success(await w.ask('PATCH', '/settings', { as: other, form: { presence_enabled: false } }));
      const answer = success(await w.ask('GET', `/users/${other.id}/presence`, { as }));
      same(answer.at('presence', 'aggregated', 'status'), 'offline', 'the status of aggregated');
      holds(answer.at('presence', 'website', 'status') !== 'offline', 'website is not offline', answer.text);
      same(keysOf(answer.at('presence', 'aggregated')), ['status', 'timestamp'], 'the keys of aggregated');
    },
  ),
];
