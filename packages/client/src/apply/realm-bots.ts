import type { RealmBot } from '@parley/contract/objects/bot.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, put, without } from './lists.ts';

export function applyRealmBot(state: State, event: EventOf<'realm_bot'>): State {
  return state.realm_bots === undefined ? state : { ...state, realm_bots: after(state.realm_bots, event) };
}

function after(bots: RealmBot[], event: EventOf<'realm_bot'>): RealmBot[] {
  switch (event.op) {
    case 'add':
      return put(bots, 'user_id', event.bot);
    case 'update':
      return change(bots, 'user_id', event.bot.user_id, (bot) => ({ ...bot, ...event.bot }) as RealmBot);
    case 'delete':
      return without(bots, 'user_id', event.bot.user_id);
    default:
      event satisfies never;
      return bots;
  }
}
