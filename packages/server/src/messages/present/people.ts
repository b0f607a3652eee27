import type { WireMessage } from '@parley/contract/objects/message.ts';
import { q, sql, type Reader } from '../../db/sql.ts';
import { eyesOf } from '../../people/access.ts';
import { domainOf } from '../../people/address.ts';
import { avatarUrl, isComputable, UNKNOWN_AVATAR } from '../../people/avatar.ts';
import { isSpectator, type Actor } from '../../people/person.ts';
import {
  presentUnknown,
  shownAddress,
  shownColumns,
  withoutAddress,
  type ShownPerson,
} from '../../people/present.ts';
import type { Server } from '../../people/server.ts';
import { presentRecipient } from '../compose.ts';

type Recipient = Exclude<WireMessage['display_recipient'], string>[number];
type Sender = Pick<WireMessage, 'sender_id' | 'sender_email' | 'sender_full_name' | 'avatar_url'>;

/** The people of some messages, as a reader sees them. */
export type Faces = {
  sender(id: number, clientGravatar: boolean): Sender;
  recipient(id: number): Recipient;
};

export const facesOf = async (
  reader: Reader,
  server: Server,
  { realm, person }: Actor,
  ids: ReadonlySet<number>,
): Promise<Faces> => {
  const people = await reader.all(
    q
      .selectFrom('person')
      .select(shownColumns)
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  const sees = await eyesOf(reader, { realm, person }, ids);
  const shown = isSpectator(person) ? people.map(withoutAddress) : people;
  const known = new Map(shown.filter(sees).map((one) => [one.id, one]));
  const domain = domainOf(server.config.hosts, realm.subdomain);
  return {
    sender: (id, clientGravatar) => senderOf(server, known.get(id), id, domain, clientGravatar),
    recipient: (id) => {
      const one = known.get(id);
      return one === undefined ? unknownRecipient(id, domain) : presentRecipient(one, domain);
    },
  };
};

const senderOf = (
  server: Server,
  person: ShownPerson | undefined,
  id: number,
  domain: string,
  clientGravatar: boolean,
): Sender => {
  if (person === undefined) {
    const { email, full_name } = presentUnknown(id, domain);
    return { sender_id: id, sender_email: email, sender_full_name: full_name, avatar_url: UNKNOWN_AVATAR };
  }
  return {
    sender_id: id,
    sender_email: shownAddress(person, domain),
    sender_full_name: person.full_name,
    avatar_url: clientGravatar && isComputable(server, person) ? null : avatarUrl(server, person),
  };
};

const unknownRecipient = (id: number, domain: string): Recipient => {
  const { email, full_name } = presentUnknown(id, domain);
  return { id, email, full_name, is_mirror_dummy: false };
};
