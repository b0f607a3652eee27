import { existsSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import type { Ground, layGround } from '@parley/test-support/process/ground.ts';
import type { makeOrganization, Member, Organization } from '../support/organization.ts';

export type SideQuestion =
  | { readonly kind: 'lay'; readonly checkout: string; readonly postgres: string }
  | { readonly kind: 'fill'; readonly url: string; readonly count: number };

/** Environment of the side's server, whose database is migrated by its own code. */
export type SideEnvironment = Ground['environment'];
export type SideOrganization = Pick<Organization, 'channels'> & {
  readonly members: readonly Pick<Member, 'id' | 'headers'>[];
};

/** The places of a module since the first release, the newest first. */
const GROUND = ['packages/test-support/src/process/ground.ts', 'tools/support/ground.ts'];
const ORGANIZATION = ['verify/bench/support/organization.ts', 'bench/support/organization.ts'];

let side: { readonly checkout: string; readonly ground: Ground } | undefined;

async function lay(checkout: string, postgres: string): Promise<SideEnvironment> {
  const module = await load<{ layGround: typeof layGround }>(checkout, GROUND);
  side = { checkout, ground: await module.layGround(postgres) };
  return side.ground.environment;
}

async function fill(url: string, count: number): Promise<SideOrganization[]> {
  if (side === undefined) throw new Error('The side has no database yet.');
  const module = await load<{ makeOrganization: typeof makeOrganization }>(side.checkout, ORGANIZATION);
  const made: SideOrganization[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { members, channels } = await module.makeOrganization(side.ground.world, url, {
      subdomain: `of-${count}-${n}`,
      members: count === 1 ? 50 : 4,
      channels: count === 1 ? 20 : 5,
    });
    made.push({ channels, members: members.map(({ id, headers }) => ({ id, headers })) });
  }
  return made;
}

async function load<T>(checkout: string, places: readonly string[]): Promise<T> {
  const found = places.map((place) => path.resolve(checkout, place)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${checkout} has none of ${places.join(', ')}.`);
  return (await import(found)) as T;
}

process.on('message', (question: SideQuestion) => {
  const work =
    question.kind === 'lay' ? lay(question.checkout, question.postgres) : fill(question.url, question.count);
  void work.then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
await once(process, 'disconnect');
await side?.ground.clear();
process.exit(0);
