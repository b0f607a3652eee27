import { setImmediate } from 'node:timers/promises';
import type { RegisteredUser } from '@parley/contract/objects/user.ts';
import { Json } from '../http/pieces.ts';
import { readProfiles } from '../profile-fields/queries.ts';
import type { Viewpoint } from '../queues/snapshot.ts';
import { seesAddress } from './email-visibility.ts';
import { presentRegistered, sightOf, type Sight } from './present.ts';
import { peoplePages } from './queries.ts';

/** All people as somebody sees them from whom nobody is hidden: the same for everybody of a role, but for themselves. */
export const everybodySeen = async (viewpoint: Viewpoint) => {
  const { realm, person, wishes, shared, versions } = viewpoint;
  const lists = await shared.read(
    `${realm.id} people ${person.role} ${wishes.clientGravatar}`,
    [versions.people],
    () => readLists(viewpoint),
  );
  // Nobody who is not active registers.
  const realm_users = seesAddress({ ...person, id: NOBODY }, person)
    ? lists.active.json()
    : lists.active.json(person.id, JSON.stringify(await oneselfIn(viewpoint)));
  return { realm_users, realm_non_active_users: lists.inactive.json() };
};

/** An id that no account has. */
const NOBODY = 0;

const oneselfIn = async (viewpoint: Viewpoint): Promise<RegisteredUser> => {
  const { reader, realm, person, wishes } = viewpoint;
  const profiles = await readProfiles(reader, realm.id, [person]);
  const sight = sightOf(viewpoint, viewpoint, wishes.clientGravatar);
  return presentRegistered(person, sight, profiles.get(person.id) ?? {});
};

/** People who are encoded in one go: others get their turn in between. */
const AT_ONCE = 1_000;

const readLists = async (viewpoint: Viewpoint) => {
  const { reader, realm, person, wishes } = viewpoint;
  const sight: Sight = {
    ...sightOf(viewpoint, viewpoint, wishes.clientGravatar),
    seesAddress: (other) => seesAddress({ ...person, id: NOBODY }, other),
  };
  const active = new ListOfPeople();
  const inactive = new ListOfPeople();
  for await (const page of peoplePages(reader, realm.id)) {
    const profiles = await readProfiles(reader, realm.id, page);
    for (let from = 0; from < page.length; from += AT_ONCE) {
      for (const one of page.slice(from, from + AT_ONCE))
        (one.is_active ? active : inactive).add(
          one.id,
          JSON.stringify(presentRegistered(one, sight, profiles.get(one.id) ?? {})),
        );
      await setImmediate();
    }
  }
  return { active, inactive, size: active.close() + inactive.close() };
};

/** A list in JSON of which one can be replaced. */
class ListOfPeople {
  #texts: string[] = [];
  #bytes = Buffer.alloc(0);
  /** In order, and where each begins. */
  readonly #ids: number[] = [];
  readonly #starts: number[] = [];
  #length = 1;

  add(id: number, text: string): void {
    this.#texts.push(text);
    this.#ids.push(id);
    this.#starts.push(this.#length);
    this.#length += Buffer.byteLength(text) + 1;
  }

  /** Nobody is added any more. Answers how many bytes it takes. */
  close(): number {
    this.#bytes = Buffer.from(`[${this.#texts.join(',')}]`);
    this.#texts = [];
    this.#starts.push(this.#bytes.length);
    return this.#bytes.length + this.#ids.length * BYTES_OF_PLACE;
  }

  json(id?: number, instead = ''): Json<RegisteredUser[]> {
    const place = id === undefined ? -1 : placeOf(this.#ids, id);
    if (place === -1) return new Json(this.#bytes);
    const [start = 0, next = 0] = this.#starts.slice(place, place + 2);
    return new Json(this.#bytes.subarray(0, start), instead, this.#bytes.subarray(next - 1));
  }
}

const BYTES_OF_PLACE = 16;

const placeOf = (ids: readonly number[], id: number): number => {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const there = ids[middle] ?? 0;
    if (there === id) return middle;
    if (there < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};
