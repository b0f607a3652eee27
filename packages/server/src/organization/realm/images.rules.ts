import { GIF, NO_PICTURE, PNG } from '@parley/test-support/pictures.ts';
import { holds, lacking, refused, same, success, textAt } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, during, stateOf } from '@parley/rules/steps/common.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const UPLOAD_ICON = 'upload-realm-icon';
const DELETE_ICON = 'delete-realm-icon';
const UPLOAD_LOGO = 'upload-realm-logo';
const DELETE_LOGO = 'delete-realm-logo';

function filesOf(contents: readonly Buffer[]) {
  return contents.map((content, i) => ({ name: `f${i}`, content }));
}

function uploadIcon(w: World, as: Credentials, ...contents: readonly Buffer[]): Promise<Answer> {
  return w.ask('POST', '/realm/icon', { as, files: filesOf(contents) });
}

function dropIcon(w: World, as: Credentials): Promise<Answer> {
  return w.ask('DELETE', '/realm/icon', { as });
}

function uploadLogo(w: World, as: Credentials, night: boolean, content = PNG): Promise<Answer> {
  return w.ask('POST', '/realm/logo', { as, multipart: { night }, files: filesOf([content]) });
}

function dropLogo(w: World, as: Credentials, night: boolean): Promise<Answer> {
  return w.ask('DELETE', '/realm/logo', { as, form: { night } });
}

function fetched(w: World, url: string): Promise<Answer> {
  return w.ask('GET', url, { below: '' });
}

/** An organization whose pictures are nobody else's business. */
async function administrator(w: World): Promise<User> {
  w.own();
  return w.user({ role: 200 });
}

async function registered(w: World, name: string): Promise<readonly unknown[]> {
  const state = await stateOf(w, await w.user(), 'realm');
  return [state.at(`realm_${name}_source`), state.at(`realm_${name}_url`)];
}

export const realmImageRules: readonly Rule[] = [
  rule('IMG-1', UPLOAD_ICON, 'The answer says where the icon is, and everybody may fetch it.', async (w) => {
    const url = textAt(success(await uploadIcon(w, await administrator(w), PNG)), 'icon_url');
    const answer = await fetched(w, url);
    same([answer.status, answer.headers['content-type']], [200, 'image/png'], 'status and type');
  }),
  rule('IMG-2', UPLOAD_ICON, 'Registration and the settings of the server show it.', async (w) => {
    const url = textAt(success(await uploadIcon(w, await administrator(w), PNG)), 'icon_url');
    same(await registered(w, 'icon'), ['U', url], 'source and address');
    same(success(await w.ask('GET', '/server_settings')).at('realm_icon'), url, 'realm_icon');
  }),
  rule('IMG-3', UPLOAD_ICON, 'Everyone receives the event.', async (w) => {
    const as = await administrator(w);
    const everybody = await crowd(w, ['realm']);
    const icon_url = textAt(success(await uploadIcon(w, as, PNG)), 'icon_url');
    const data = { icon_source: 'U', icon_url };
    await allHeard(everybody, [{ type: 'realm', op: 'update_dict', property: 'icon', data }]);
  }),
  rule('IMG-4', UPLOAD_ICON, 'Another icon has another address, and the old one is gone.', async (w) => {
    const as = await administrator(w);
    const [first, second] = [
      textAt(success(await uploadIcon(w, as, PNG)), 'icon_url'),
      textAt(success(await uploadIcon(w, as, GIF)), 'icon_url'),
    ];
    holds(first !== second, 'another address', second);
    same((await fetched(w, first)).status, 404, 'the status of the old one');
  }),
  rule(
    'IMG-5',
    UPLOAD_ICON,
    'A file that is not a picture is refused, and so is anything but one file.',
    async (w) => {
      const as = await administrator(w);
      refused(await uploadIcon(w, as, NO_PICTURE), 'BAD_IMAGE');
      refused(await w.ask('POST', '/realm/icon', { as, form: {} }));
      same((await registered(w, 'icon'))[0], 'G', 'the source');
    },
  ),
  rule('IMG-6', UPLOAD_ICON, 'It is for administrators.', async (w) => {
    for (const role of [300, 400, 600])
      refused(await uploadIcon(w, await w.user({ role }), PNG), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule(
    'IMG-7',
    DELETE_ICON,
    'The organization has its first icon again, and everyone receives the event.',
    async (w) => {
      const as = await administrator(w);
      const before = await registered(w, 'icon');
      const url = textAt(success(await uploadIcon(w, as, PNG)), 'icon_url');
      const events = await during(w, await w.user(), ['realm'], () => dropIcon(w, as));
      same(await registered(w, 'icon'), before, 'source and address');
      const data = { icon_source: before[0], icon_url: before[1] };
      same(events, [{ type: 'realm', op: 'update_dict', property: 'icon', data }], 'the events');
      same((await fetched(w, url)).status, 404, 'the status of the icon');
    },
  ),
  rule('IMG-8', DELETE_ICON, 'Where there is none nothing happens.', async (w) => {
    const as = await administrator(w);
    const events = await during(w, as, ['realm'], async () => success(await dropIcon(w, as)));
    same(events, [], 'the events');
    refused(await dropIcon(w, await w.user()), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('IMG-9', UPLOAD_LOGO, 'There is one for light screens and one for dark ones.', async (w) => {
    const as = await administrator(w);
    const events = await during(w, as, ['realm'], async () => {
      success(await uploadLogo(w, as, false));
      success(await uploadLogo(w, as, true, GIF));
    });
    const [light, dark] = [await registered(w, 'logo'), await registered(w, 'night_logo')];
    same([light[0], dark[0]], ['U', 'U'], 'the sources');
    holds(light[1] !== dark[1], 'two addresses', light);
    for (const [, url] of [light, dark]) same((await fetched(w, String(url))).status, 200, 'the status');
    same(
      events.map(({ property, data }) => [property, data]),
      [
        ['logo', { logo_source: 'U', logo_url: light[1] }],
        ['night_logo', { night_logo_source: 'U', night_logo_url: dark[1] }],
      ],
      'the events',
    );
  }),
  rule(
    'IMG-10',
    UPLOAD_LOGO,
    'The kind of logo is required, and only administrators delete it.',
    async (w) => {
      const as = await administrator(w);
      lacking(await w.ask('POST', '/realm/logo', { as, files: filesOf([PNG]) }), 'night');
      refused(await uploadLogo(w, as, true, NO_PICTURE), 'BAD_IMAGE');
      refused(await uploadLogo(w, await w.user({ role: 300 }), true), 'UNAUTHORIZED_PRINCIPAL');
    },
  ),
  rule('IMG-11', DELETE_LOGO, 'Each goes on its own.', async (w) => {
    const as = await administrator(w);
    const first = await registered(w, 'night_logo');
    success(await uploadLogo(w, as, false));
    success(await uploadLogo(w, as, true));
    success(await dropLogo(w, as, true));
    same(await registered(w, 'night_logo'), first, 'the one for dark screens');
    same((await registered(w, 'logo'))[0], 'U', 'the source of the other one');
    refused(await dropLogo(w, await w.user(), false), 'UNAUTHORIZED_PRINCIPAL');
  }),
];
