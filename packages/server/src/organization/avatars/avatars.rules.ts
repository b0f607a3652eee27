import { GIF, NO_PICTURE, PNG } from '@parley/test-support/pictures.ts';
import { holds, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeardOf, crowd, during, setRealm, userSeenBy } from '@parley/rules/steps/common.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const UPLOAD = 'upload-avatar';
const DELETE = 'delete-avatar';

function upload(w: World, as: Credentials, ...contents: readonly Buffer[]): Promise<Answer> {
  return w.ask('POST', '/users/me/avatar', {
    as,
    files: contents.map((content, i) => ({ name: `f${i}`, content })),
  });
}

function drop(w: World, as: Credentials): Promise<Answer> {
  return w.ask('DELETE', '/users/me/avatar', { as });
}

function urlIn(answer: Answer): string {
  return textAt(success(answer), 'avatar_url');
}

function fetched(w: World, url: string, as?: Credentials): Promise<Answer> {
  return w.ask('GET', url, { below: '', ...(as === undefined ? {} : { as }) });
}

function medium(url: string): string {
  return url.replace('.png', '-medium.png');
}

async function versionOf(w: World, as: Credentials & { id: number }): Promise<unknown> {
  return (await userSeenBy(w, as, as.id))['avatar_version'];
}

export const avatarRules: readonly Rule[] = [
  rule('AVA-1', UPLOAD, 'The answer says where the picture is, and everybody may fetch it.', async (w) => {
    const url = urlIn(await upload(w, await w.user(), PNG));
    for (const path of [url, medium(url)]) {
      const answer = await fetched(w, path);
      same([answer.status, answer.headers['content-type']], [200, 'image/png'], 'status and type');
    }
  }),
  rule('AVA-2', UPLOAD, 'Others see the new picture, and its version has gone up by one.', async (w) => {
    const as = await w.user();
    const before = Number(await versionOf(w, as));
    const avatar_url = urlIn(await upload(w, as, PNG));
    const seen = await userSeenBy(w, await w.user(), as.id);
    same([seen['avatar_url'], seen['avatar_version']], [avatar_url, before + 1], 'picture and version');
  }),
  rule('AVA-3', UPLOAD, 'Everyone receives the event.', async (w) => {
    const as = await w.user();
    const everybody = await crowd(w, ['realm_user']);
    const avatar_url = urlIn(await upload(w, as, PNG));
    const change = {
      avatar_source: 'U',
      avatar_url,
      avatar_url_medium: medium(avatar_url),
      avatar_version: await versionOf(w, as),
    };
    await allHeardOf(everybody, as.id, [change]);
  }),
  rule('AVA-4', UPLOAD, 'Another picture has another address.', async (w) => {
    const as = await w.user();
    const first = urlIn(await upload(w, as, PNG));
    holds(urlIn(await upload(w, as, GIF)) !== first, 'another address', first);
  }),
  rule('AVA-5', UPLOAD, 'Exactly one file comes along.', async (w) => {
    const as = await w.user();
    refused(await w.ask('POST', '/users/me/avatar', { as, form: {} }));
    refused(await upload(w, as));
    refused(await upload(w, as, PNG, PNG));
  }),
  rule('AVA-6', UPLOAD, 'A file of more than 5 MiB is refused.', async (w) => {
    refused(await upload(w, await w.user(), Buffer.alloc(5 * 1024 * 1024 + 1)));
  }),
  rule('AVA-7', UPLOAD, 'A file that is not a picture is refused with a code of its own.', async (w) => {
    const as = await w.user();
    for (const file of [NO_PICTURE, Buffer.from('hello'), PNG.subarray(0, 50)])
      refused(await upload(w, as, file), 'BAD_IMAGE');
  }),
  rule(
    'AVA-8',
    UPLOAD,
    'Where pictures may not be changed, administrators change theirs all the same.',
    async (w) => {
      await setRealm(w, { avatar_changes_disabled: true }, { avatar_changes_disabled: false });
      refused(await upload(w, await w.user(), PNG));
      refused(await drop(w, await w.user()));
      success(await upload(w, await w.user({ role: 200 }), PNG));
    },
  ),
  rule('AVA-9', UPLOAD, 'Guests and bots have pictures too.', async (w) => {
    success(await upload(w, await w.user({ role: 600 }), PNG));
    success(await upload(w, await w.bot(await w.user()), PNG));
  }),
  rule('AVA-10', UPLOAD, '`/avatar/{user_id}` leads to the picture, in both sizes.', async (w) => {
    const as = await w.user();
    const url = urlIn(await upload(w, as, PNG));
    const found = async (path: string): Promise<unknown> => {
      const { status, headers } = await fetched(w, `/avatar/${as.id}${path}`, as);
      return [status, headers.location];
    };
    same(await found(''), [302, url], 'where it leads');
    same(await found('/medium'), [302, medium(url)], 'where the larger one leads');
  }),
  rule('AVA-11', DELETE, 'An uploaded picture goes, with an event and another version.', async (w) => {
    const as = await w.user();
    const uploaded = urlIn(await upload(w, as, PNG));
    const before = Number(await versionOf(w, as));
    let avatar_url = '';
    const events = await during(w, as, ['realm_user'], async () => {
      avatar_url = urlIn(await drop(w, as));
    });
    holds(avatar_url !== uploaded, 'another picture', avatar_url);
    const user = events[0]?.['person'] as Item;
    same(
      [events.length, user['avatar_url'], user['avatar_version'], user['avatar_source']],
      [1, avatar_url, before + 1, 'J'],
      'the event',
    );
  }),
  rule(
    'AVA-12',
    DELETE,
    'A user without an uploaded picture keeps the default, and no event is sent.',
    async (w) => {
      const as = await w.user();
      const before = await userSeenBy(w, as, as.id);
      const events = await during(w, as, ['realm_user'], async () => {
        same(urlIn(await drop(w, as)), before['avatar_url'], 'the picture');
      });
      same(events, [], 'the events');
    },
  ),
  rule('AVA-13', 'create-bot', 'A file that comes along is the picture of the bot.', async (w) => {
    const as = await w.user();
    const name = w.unique('b');
    const multipart = { short_name: name, full_name: `Bot ${name}` };
    const files = [{ name: 'file', content: PNG }];
    const made = success(await w.ask('POST', '/bots', { as, multipart, files }));
    const id = Number(made.at('user_id'));
    w.later(() => w.ask('DELETE', `/bots/${id}`, { as }));
    same((await userSeenBy(w, as, id))['avatar_url'], made.at('avatar_url'), 'the picture');
    same((await fetched(w, textAt(made, 'avatar_url'))).status, 200, 'the status');
    const changed = success(await w.ask('PATCH', `/bots/${id}`, { as, files }));
    holds(changed.at('avatar_url') !== made.at('avatar_url'), 'another picture', changed.body);
    refused(await w.ask('PATCH', `/bots/${id}`, { as, files: [...files, ...files] }));
  }),
  rule(
    'AVA-14',
    UPLOAD,
    'The address of an uploaded picture ends in `?v=` and the version of the picture.',
    async (w) => {
      const as = await w.user();
      for (const picture of [PNG, GIF]) {
        const url = urlIn(await upload(w, as, picture));
        const end = `.png?v=${String(await versionOf(w, as))}`;
        holds(url.endsWith(end), `an address that ends in ${end}`, url);
      }
    },
  ),
];
