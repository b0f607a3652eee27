import type { WireMessage } from '@parley/contract/objects/message.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { visibleUsersOf } from '../../../organization/users/access.ts';
import { domainOf } from '../../../organization/users/address.ts';
import { avatarUrl, isComputable, UNKNOWN_AVATAR } from '../../../organization/users/avatar.ts';
import { isSpectator, type Actor, type UserRow } from '../../../http/actor.ts';
import {
  presentUnknown,
  shownAddress,
  shownColumns,
  withoutAddress,
  type ShownUser,
} from '../../../organization/users/present.ts';
import type { Server } from '../../../organization/users/server.ts';

type Recipient = Exclude<WireMessage['display_recipient'], string>[number];
type Sender = Pick<WireMessage, 'sender_id' | 'sender_email' | 'sender_full_name' | 'avatar_url'>;

/** Presents the senders and recipients of messages to one reader. */
export type UserPresenter = {
  sender(id: number): Sender;
  recipient(id: number): Recipient;
};

export async function createUserPresenter(
  reader: Reader,
  server: Server,
  { realm, user }: Actor,
  ids: ReadonlySet<number>,
  clientGravatar: boolean,
): Promise<UserPresenter> {
  const users = await reader.all(
    q
      .selectFrom('realm_user')
      .select(shownColumns)
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  const sees = await visibleUsersOf(reader, { realm, user }, ids);
  const shown = isSpectator(user) ? users.map(withoutAddress) : users;
  const known = new Map(shown.filter(sees).map((one) => [one.id, one]));
  const domain = domainOf(server.config.hosts, realm.subdomain);
  const senders = new Map<number, Sender>();
  return {
    sender: (id) => {
      const sender = senders.get(id) ?? senderOf(server, known.get(id), id, domain, clientGravatar);
      senders.set(id, sender);
      return sender;
    },
    recipient: (id) => {
      const one = known.get(id);
      return one === undefined ? unknownRecipient(id, domain) : presentRecipient(one, domain);
    },
  };
}

function senderOf(
  server: Server,
  user: ShownUser | undefined,
  id: number,
  domain: string,
  clientGravatar: boolean,
): Sender {
  if (user === undefined) {
    const { email, full_name } = presentUnknown(id, domain);
    return { sender_id: id, sender_email: email, sender_full_name: full_name, avatar_url: UNKNOWN_AVATAR };
  }
  return {
    sender_id: id,
    sender_email: shownAddress(user, domain),
    sender_full_name: user.full_name,
    avatar_url: clientGravatar && isComputable(server, user) ? null : avatarUrl(server, user),
  };
}

function unknownRecipient(id: number, domain: string): Recipient {
  const { email, full_name } = presentUnknown(id, domain);
  return { id, email, full_name, is_mirror_dummy: false };
}

export function presentRecipient(
  user: Pick<UserRow, 'id' | 'full_name' | 'delivery_email' | 'email_visibility'>,
  domain: string,
): Recipient {
  return {
    id: user.id,
    email: shownAddress(user, domain),
    full_name: user.full_name,
    is_mirror_dummy: false,
  };
}
