import type { HttpResponse } from '../../../http/response.ts';
import type { ScimAsk } from './ask.ts';
import { MAX_GROUPS } from './discovery.ts';
import {
  findScimGroup,
  listScimGroups,
  peopleInGroups,
  presentScimGroup,
  type ScimGroupRow,
} from './group-rows.ts';
import { leavesOut, presentList, projected, readList } from './list.ts';
import { attributesOf, readPatch, type Change } from './patch.ts';
import { noSuchResource, scimResponse } from './scim-error.ts';
import { changeScimGroup, changesOfPut, closeScimGroup, createScimGroup } from './write-group.ts';

/** `/Groups`; undefined for a method that it does not take. */
export async function groups(ask: ScimAsk): Promise<HttpResponse | undefined> {
  const { id, method, body, world, realm } = ask;
  if (id === undefined) {
    if (method === 'GET') return list(ask);
    return method === 'POST' ? create(ask) : undefined;
  }
  switch (method) {
    case 'GET':
      return show(ask, id);
    case 'PUT':
      return change(ask, id, changesOfPut(attributesOf(body)));
    case 'PATCH':
      return change(ask, id, readPatch(body));
    case 'DELETE':
      await world.write(realm.id, (tx) => closeScimGroup(tx, id));
      return scimResponse(204, undefined);
    default:
      return undefined;
  }
}

async function list(ask: ScimAsk): Promise<HttpResponse> {
  const { world, realm, query } = ask;
  const asked = readList(query, MAX_GROUPS);
  const { total, resources } = await listScimGroups(world.pool, realm.id, asked);
  return scimResponse(200, presentList(asked, { total, resources: await presented(ask, resources) }));
}

async function create(ask: ScimAsk): Promise<HttpResponse> {
  const { world, realm, body, base } = ask;
  const attributes = attributesOf(body);
  const id = await world.write(realm.id, (tx) => createScimGroup(tx, attributes, world.clock.now()));
  return show(ask, String(id), 201, { location: `${base}/Groups/${id}` });
}

async function change(ask: ScimAsk, id: string, changes: readonly Change[]): Promise<HttpResponse> {
  const { world, realm } = ask;
  await world.write(realm.id, (tx) => changeScimGroup(tx, id, changes, world.clock.now()));
  return show(ask, id);
}

async function show(
  ask: ScimAsk,
  id: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const row = await findScimGroup(ask.world.pool, ask.realm.id, id);
  if (row === undefined) throw noSuchResource('Group', id);
  const [resource] = await presented(ask, [row]);
  return scimResponse(status, resource, headers);
}

async function presented({ world, realm, query, base }: ScimAsk, rows: readonly ScimGroupRow[]) {
  const withMembers = !leavesOut(query, 'members');
  const members = await peopleInGroups(world.pool, realm.id, withMembers ? rows.map(({ id }) => id) : []);
  return rows.map((row) =>
    projected(presentScimGroup(row, withMembers ? (members.get(row.id) ?? []) : undefined, base), query),
  );
}
