import type { Config } from '../config.ts';
import type { Reader } from '../db/sql.ts';
import { accessPerson, noSuchPerson } from './access.ts';
import { idInAddress } from './address.ts';
import type { Actor, PersonRow } from './person.ts';
import { findByAddress } from './queries.ts';

/** Somebody by the made-up address, or by the real one if the actor's role may see it. */
export const accessByAddress = async (
  reader: Reader,
  config: Pick<Config, 'hosts'>,
  actor: Actor,
  address: string,
): Promise<PersonRow> => {
  const text = address.trim();
  const id =
    idInAddress(config.hosts, actor.realm.subdomain, text) ?? (await findByAddress(reader, actor, text))?.id;
  if (id === undefined) throw noSuchPerson();
  return accessPerson(reader, actor, id);
};
