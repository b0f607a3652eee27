import { room } from '@parley/rules/steps/channels.ts';
import { refused, same, success } from '@parley/rules/expect.ts';
import { askMessages } from '@parley/rules/steps/fetching.ts';
import type { User } from '@parley/rules/ground.ts';
import { roleGroup } from '@parley/rules/steps/groups.ts';
import { modern } from '@parley/rules/steps/presence.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { dummyAddress, setRealm } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';
import { send } from '@parley/rules/steps/sending.ts';

/** A request that names a user by an address. */
type Use = {
  readonly operation: string;
  readonly words: string;
  /** Whether the error repeats the address. */
  readonly isNamed: boolean;
  readonly ask: (w: World, as: User, address: string) => Promise<Answer>;
};

function subscriptionsOf(method: 'POST' | 'DELETE') {
  return async (w: World, as: User, address: string): Promise<Answer> => {
    const { name } = await room(w, as);
    const subscriptions = method === 'POST' ? [{ name }] : [name];
    return w.ask(method, '/users/me/subscriptions', { as, form: { subscriptions, principals: [address] } });
  };
}

const USES: readonly Use[] = [
  {
    operation: 'send-message',
    words: 'A recipient',
    isNamed: true,
    ask: (w, as, address) => send(w, as, { type: 'direct', to: [address] }),
  },
  {
    operation: 'get-user-presence',
    words: 'A user',
    isNamed: false,
    ask: (w, as, address) => w.ask('GET', `/users/${encodeURIComponent(address)}/presence`, { as }),
  },
  { operation: 'subscribe', words: 'A principal', isNamed: true, ask: subscriptionsOf('POST') },
  { operation: 'unsubscribe', words: 'A principal', isNamed: true, ask: subscriptionsOf('DELETE') },
  {
    operation: 'get-messages',
    words: 'A sender',
    isNamed: true,
    ask: (w, as, address) => askMessages(w, as, { anchor: 'newest', narrow: [['sender', address]] }),
  },
];

const ADMINISTRATOR = { role: 200 };

async function present(w: World, parameters: Parameters<World['user']>[0]): Promise<User> {
  const user = await w.user(parameters);
  await modern(w, user);
  return user;
}

function finds(number: number, { operation, words, ask }: Use): Rule {
  return rule(
    `ADR-${number}`,
    operation,
    `${words} is found by every address that the caller may see, in any letter case.`,
    async (w) => {
      const as = await w.user(ADMINISTRATOR);
      const other = await present(w, { visibility: 3 });
      for (const address of [other.email, other.email.toUpperCase(), await dummyAddress(w, other)])
        success(await ask(w, as, address));
      const self = await present(w, { ...ADMINISTRATOR, visibility: 4 });
      success(await ask(w, self, self.email));
    },
  );
}

function refuses(number: number, { operation, words, isNamed, ask }: Use): Rule {
  return rule(
    `ADR-${number}`,
    operation,
    `${words} with a hidden address is refused as an unknown one${isNamed ? '; the error has it as sent' : ''}.`,
    async (w) => {
      const as = await w.user(ADMINISTRATOR);
      const hidden = await present(w, { visibility: 4 });
      const bodies = [];
      for (const address of [hidden.email, `${w.unique('Nobody')}@example.com`]) {
        const answer = await ask(w, as, address);
        const code = operation === 'get-messages' ? 'BAD_NARROW' : 'BAD_REQUEST';
        refused(answer, code);
        same(String(answer.at('msg')).includes(address), isNamed, 'that the error has the address');
        bodies.push(answer.text.replaceAll(address, '…'));
      }
      same(bodies[0], bodies[1], 'the answer');
    },
  );
}

export const addressRules: readonly Rule[] = [
  ...USES.map((use, index) => finds(index + 1, use)),
  ...USES.map((use, index) => refuses(USES.length + index + 1, use)),
  rule('ADR-11', 'send-message', 'The error names the first recipient that was not found.', async (w) => {
    const as = await w.user();
    const hidden = await w.user({ visibility: 4 });
    const nobody = `${w.unique('nobody')}@example.com`;
    for (const [first, to] of [
      [hidden.email, [as.email, hidden.email, nobody]],
      [nobody, [nobody, hidden.email]],
      [nobody, ` ${nobody},${hidden.email}`],
      ['999999999', [as.id, 999_999_999, 999_999_998]],
    ] as const) {
      const answer = await send(w, as, { type: 'direct', to });
      refused(answer);
      const names = [hidden.email, nobody, '999999999', '999999998'];
      same(
        names.filter((name) => String(answer.at('msg')).includes(name)),
        [first],
        'the names in the error',
      );
    }
  }),
  rule('ADR-12', 'send-message', 'A user who is hidden from a guest has no address for them.', async (w) => {
    const [guest, other] = [await w.user({ role: 600 }), await w.user({ visibility: 1 })];
    await setRealm(
      w,
      { can_access_all_users_group: { new: await roleGroup(w, 'members') } },
      { can_access_all_users_group: { new: await roleGroup(w, 'everyone') } },
    );
    const errors = [];
    for (const address of [other.email, await dummyAddress(w, other), `${w.unique('nobody')}@example.com`]) {
      const answer = await send(w, guest, { type: 'direct', to: [address] });
      refused(answer);
      errors.push(answer.text.replaceAll(address, '…'));
    }
    same(new Set(errors).size, 1, 'different answers');
  }),
];
