import type { HttpResponse } from '../../../http/response.ts';
import type { ScimAsk } from './ask.ts';
import { MAX_PEOPLE } from './discovery.ts';
import { leavesOut, presentList, projected, readList } from './list.ts';
import { attributesOf, readPatch } from './patch.ts';
import { readPerson, readPersonPatch, type PersonValues } from './read-person.ts';
import { noSuchResource, scimResponse } from './scim-error.ts';
import { findPerson, groupsOfPeople, listPeople, presentPerson, type ScimUserRow } from './user-rows.ts';
import { changePerson, createPerson } from './write-person.ts';

/** `/Users`; undefined for a method that it does not take. */
export async function people(ask: ScimAsk): Promise<HttpResponse | undefined> {
  const { id, method, body } = ask;
  if (id === undefined) {
    if (method === 'GET') return list(ask);
    return method === 'POST' ? create(ask) : undefined;
  }
  switch (method) {
    case 'GET':
      return show(ask, id);
    case 'PUT':
      return change(ask, id, readPerson(attributesOf(body)));
    case 'PATCH':
      return change(ask, id, readPersonPatch(readPatch(body)));
    case 'DELETE':
      await write(ask, id, { ...NOTHING, active: false });
      return scimResponse(204, undefined);
    default:
      return undefined;
  }
}

const NOTHING = readPerson(new Map());

async function list(ask: ScimAsk): Promise<HttpResponse> {
  const { world, realm, query } = ask;
  const asked = readList(query, MAX_PEOPLE);
  const { total, resources } = await listPeople(world.pool, realm.id, asked);
  return scimResponse(200, presentList(asked, { total, resources: await presented(ask, resources) }));
}

async function create(ask: ScimAsk): Promise<HttpResponse> {
  const { world, realm, body, base } = ask;
  const values = readPerson(attributesOf(body));
  const id = await world.write(realm.id, (tx) => createPerson(tx, world, values));
  return show(ask, String(id), 201, { location: `${base}/Users/${id}` });
}

async function change(ask: ScimAsk, id: string, values: PersonValues): Promise<HttpResponse> {
  await write(ask, id, values);
  return show(ask, id);
}

async function write({ world, realm }: ScimAsk, id: string, values: PersonValues): Promise<void> {
  await world.write(realm.id, (tx) => changePerson(tx, world, id, values));
}

async function show(
  ask: ScimAsk,
  id: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const row = await findPerson(ask.world.pool, ask.realm.id, id);
  if (row === undefined) throw noSuchResource('User', id);
  const [resource] = await presented(ask, [row]);
  return scimResponse(status, resource, headers);
}

async function presented({ world, realm, query, base }: ScimAsk, rows: readonly ScimUserRow[]) {
  const ids = leavesOut(query, 'groups') ? [] : rows.map(({ id }) => id);
  const groups = await groupsOfPeople(world.pool, realm.id, ids);
  return rows.map((row) => projected(presentPerson(row, groups.get(row.id) ?? [], base), query));
}
