import { credentialsOf, HOME, type Actor, type Stage } from './cast.ts';

/** In UNIX seconds. */
export const MUCH_LATER = 4_000_000_000;

/** Says something in a channel as its keeper; the text is known to those who may read it there. */
export async function sayIn(stage: Stage, channel: number, content: string): Promise<number> {
  const answer = await stage.must(stage.keeper, 'POST', '/messages', {
    type: 'channel',
    to: channel,
    topic: `topic ${content}`,
    content: `secret ${content}`,
  });
  return Number(answer.at('id'));
}

export async function sayTo(
  stage: Stage,
  by: { as: Actor['as']; host: string },
  to: readonly number[],
  content: string,
): Promise<number> {
  const answer = await stage.ask('POST', '/messages', {
    ...by,
    form: { type: 'direct', to, content: `secret ${content}` },
  });
  if (answer.status !== 200) throw new Error(`preparing a direct message: ${answer.text}`);
  return Number(answer.at('id'));
}

export function keeperOf(stage: Stage) {
  return { as: credentialsOf(stage.keeper), host: HOME };
}
