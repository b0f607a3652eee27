import { Broken, numberAt, success, type Item } from '../expect.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { World } from '../world.ts';

/** Reports that a user is present, at the usual server or at another. */
export function report(w: World, as: Credentials, form: Item = {}, url?: string): Promise<Answer> {
  return w.ask('POST', '/users/me/presence', {
    as,
    form: { status: 'active', ...form },
    ...(url === undefined ? {} : { url }),
  });
}

/** The same in the modern form: the number to ask with next, and who was there when. */
export async function modern(
  w: World,
  as: Credentials,
  form: Item = {},
  url?: string,
): Promise<{ id: number; presences: Readonly<Record<string, Item>> }> {
  const answer = success(await report(w, as, { last_update_id: -1, ...form }, url));
  return { id: numberAt(answer, 'presence_last_update_id'), presences: presencesIn(answer) };
}

export function presencesIn(answer: Answer): Readonly<Record<string, Item>> {
  const presences = answer.at('presences');
  if (typeof presences !== 'object' || presences === null) throw new Broken('presences', answer.text);
  return presences as Record<string, Item>;
}

export function keysOf(value: unknown): string[] {
  return Object.keys(value ?? {}).toSorted();
}
