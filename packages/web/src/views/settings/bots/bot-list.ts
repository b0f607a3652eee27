import type { State } from '@parley/client';
import { botTypes } from '@parley/contract/objects/user.ts';
import { fold } from '../../../words/fold.ts';

/** The part of a bot that its kind has beside an account. */
export type BotService =
  | { readonly kind: 'outgoing'; readonly url: string; readonly format: 1 | 2 }
  | { readonly kind: 'embedded'; readonly name: string };

export type BotRow = {
  readonly userId: number;
  readonly name: string;
  /** Undefined where the reader may not see the address. */
  readonly email: string | undefined;
  readonly type: number;
  readonly role: number;
  readonly isActive: boolean;
  readonly ownerId: number | undefined;
  readonly ownerName: string | undefined;
  readonly isOwn: boolean;
  readonly mayManage: boolean;
  /** Whether the reader may give it away and choose where its messages are sent. */
  readonly mayRedirect: boolean;
  readonly service: BotService | undefined;
};

type Lists = Pick<State, 'realm_users' | 'realm_non_active_users' | 'realm_bots' | 'user_id' | 'is_admin'>;
type User = NonNullable<State['realm_users']>[number];

/** All bots of the organization by name. */
export function botsOf(state: Lists): readonly BotRow[] {
  const { realm_users: users = [], realm_non_active_users: others = [], user_id: selfId } = state;
  const people = new Map(users.map((user) => [user.user_id, user]));
  const former = new Map(others.map((user) => [user.user_id, user]));
  const services = new Map((state.realm_bots ?? []).map((bot) => [bot.user_id, bot.services[0]]));
  const rowOf = (user: User, isActive: boolean): BotRow => {
    const ownerId = user.bot_owner_id ?? undefined;
    const activeOwner = ownerId === undefined ? undefined : people.get(ownerId);
    const isOwn = ownerId !== undefined && ownerId === selfId;
    const isAdministrator = state.is_admin === true;
    return {
      userId: user.user_id,
      name: user.full_name,
      email: user.delivery_email ?? undefined,
      type: user.bot_type ?? botTypes.generic,
      role: user.role,
      isActive,
      ownerId,
      ownerName: (activeOwner ?? former.get(ownerId ?? 0))?.full_name,
      isOwn,
      mayManage: isOwn || isAdministrator,
      mayRedirect: isOwn || (isAdministrator && activeOwner === undefined),
      service: serviceOf(services.get(user.user_id)),
    };
  };
  const collator = new Intl.Collator();
  return [
    ...users.filter((user) => user.is_bot).map((user) => rowOf(user, true)),
    ...others.filter((user) => user.is_bot).map((user) => rowOf(user, false)),
  ].toSorted((a, b) => collator.compare(a.name, b.name));
}

type WireService = NonNullable<State['realm_bots']>[number]['services'][number];

function serviceOf(service: WireService | undefined): BotService | undefined {
  if (service === undefined) return undefined;
  if ('base_url' in service)
    return { kind: 'outgoing', url: service.base_url, format: service.interface === 2 ? 2 : 1 };
  return { kind: 'embedded', name: service.service_name };
}

/** Bots whose name, address or owner contains the typed text. */
export function findBots(bots: readonly BotRow[], typed: string): readonly BotRow[] {
  const wanted = folded(typed.trim());
  if (wanted === '') return bots;
  return bots.filter(({ name, email = '', ownerName = '' }) =>
    folded(`${name} ${email} ${ownerName}`).includes(wanted),
  );
}

function folded(text: string): string {
  return fold(text.normalize('NFC'));
}

/** The first part of an address for a bot of this name; empty if the name has no Latin letter or digit. */
export function shortNameOf(name: string): string {
  const parts = fold(name.normalize('NFC'))
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  // The server adds the word to the address.
  const named = parts.length > 1 && parts.at(-1) === 'bot' ? parts.slice(0, -1) : parts;
  return named.join('-');
}
