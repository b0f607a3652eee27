import { GIF, PNG } from '@parley/test-support/pictures.ts';
import { basic, type Answer } from '@parley/rules/wire.ts';
import { check, type Check } from './check.ts';
import type { User, Stage } from './stage.ts';

/** An address as an app opens it for a picture: outside the API, with the credentials of the API. */
function open(stage: Stage, address: string, as?: User): Promise<Answer> {
  return stage.ask('GET', address, {
    below: '',
    ...(as === undefined ? {} : { headers: { authorization: basic(as) } }),
  });
}

function expectType(answer: Answer, type: RegExp): void {
  const found = String(answer.headers['content-type']);
  if (answer.status !== 200 || !type.test(found)) throw new Error(`${answer.status} ${found}`);
}

function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}`);
}

async function uploaded(stage: Stage, content: Buffer = PNG): Promise<string> {
  const files = [{ name: 'photo', content }];
  return String((await stage.must('POST', '/user_uploads', { as: stage.ada, files })).at('uri'));
}

function media(name: string, run: Check['run']): Check {
  return check('media', name, run);
}

export const mediaChecks: readonly Check[] = [
  media('a file is opened with Basic credentials, by who may see it', async (stage) => {
    const address = await uploaded(stage);
    expectType(await open(stage, address, stage.ada), /^image\/png$/);
    expectStatus(await open(stage, address), 401);
    expectStatus(await open(stage, address, stage.grace), 404);
  }),
  media('a small copy is opened with Basic credentials, in every format that is announced', async (stage) => {
    const copyOf = async (picture: Buffer) =>
      (await uploaded(stage, picture)).replace('/user_uploads', '/user_uploads/thumbnail');
    const [still, moving] = [await copyOf(PNG), await copyOf(GIF)];
    const form = { fetch_event_types: ['realm'] };
    const state = await stage.must('POST', '/register', { as: stage.ada, form });
    const formats = state.at('server_thumbnail_formats') as { name: string; animated: boolean }[];
    if (formats.length === 0) throw new Error('no format is announced');
    for (const { name, animated } of formats)
      for (const address of animated ? [moving] : [still, moving]) {
        expectType(await open(stage, `${address}/${name}`, stage.ada), /^image\/webp$/);
        expectStatus(await open(stage, `${address}/${name}`), 401);
      }
  }),
  media('the temporary address of a file needs no credentials', async (stage) => {
    const address = await uploaded(stage);
    const url = String((await stage.must('GET', address, { as: stage.ada })).at('url'));
    expectType(await open(stage, url), /^image\/png$/);
  }),
  media('`/avatar/{user_id}` leads to a picture, with Basic credentials', async (stage) => {
    for (const path of [`/avatar/${stage.grace.id}`, `/avatar/${stage.grace.id}/medium`]) {
      const answer = await open(stage, path, stage.ada);
      expectStatus(answer, 302);
      expectType(await open(stage, String(answer.headers.location), stage.ada), /^image\//);
    }
  }),
  media('the picture of a custom emoji is opened with and without credentials', async (stage) => {
    const files = [{ name: 'cat.png', content: PNG }];
    await stage.must('POST', '/realm/emoji/cat', { as: stage.owner, files });
    const { emoji } = (await stage.must('GET', '/realm/emoji', { as: stage.ada })).body as {
      emoji: Record<string, { source_url: string }>;
    };
    for (const { source_url } of Object.values(emoji))
      for (const as of [stage.ada, undefined]) expectType(await open(stage, source_url, as), /^image\//);
  }),
  media('names of emoji are lists, by code, without credentials', async (stage) => {
    const form = { fetch_event_types: ['realm'] };
    const state = await stage.must('POST', '/register', { as: stage.ada, form });
    const answer = await open(stage, String(state.at('server_emoji_data_url')));
    expectType(answer, /^application\/json/);
    const names = Object.entries(answer.at('code_to_names') as Record<string, unknown>);
    const sound = ([code, list]: [string, unknown]) =>
      /^[0-9a-f]+(-[0-9a-f]+)*$/.test(code) &&
      Array.isArray(list) &&
      list.every((one) => typeof one === 'string');
    if (names.length < 1000 || !names.every(sound)) throw new Error(`${names.length} names`);
  }),
];
