import { updateMessageFlagsForNarrow as contract } from '@parley/contract/endpoints/message-flags.ts';
import { route } from '../../http/route.ts';
import { changeRange } from '../reading/change-range.ts';

export const updateMessageFlagsForNarrowRoute = route(contract, async (call, parameters) => {
  const { range, changed } = await call.world.write(call.realm.id, (tx) => changeRange(tx, call, parameters));
  return {
    processed_count: range.ids.length,
    updated_count: changed.ids.length,
    first_processed_id: range.ids[0] ?? null,
    last_processed_id: range.ids.at(-1) ?? null,
    found_oldest: range.foundOldest,
    found_newest: range.foundNewest,
    ...(parameters.flag === 'read' && parameters.op === 'remove'
      ? { ignored_because_not_subscribed_channels: [...changed.notSubscribed] }
      : {}),
  };
});
