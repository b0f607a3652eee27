import { updateMessageFlags as contract } from '@parley/contract/endpoints/message-flags.ts';
import { route } from '../../http/route.ts';
import { changeFlags } from '../reading/change-flags.ts';
import { flagOf } from '../reading/flag.ts';

export const updateMessageFlagsRoute = route(
  contract,
  async ({ world, realm, person }, { flag: name, op, messages }) => {
    const flag = flagOf(name);
    const { notSubscribed } = await world.write(realm.id, (tx) =>
      changeFlags(tx, { realm, person }, { flag, op }, messages),
    );
    return { messages, ignored_because_not_subscribed_channels: [...notSubscribed] };
  },
);
