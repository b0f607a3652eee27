import { holds, lacking, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const GET = 'get-web-push';
const ADD = 'add-web-push';
const REMOVE = 'remove-web-push';

/** A device with valid keys, at a push service that is never called. */
const DEVICE = {
  endpoint: 'https://push.example.com/device/1',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

function add(w: World, as: User, form: Item = DEVICE) {
  return w.ask('POST', '/web_push', { as, form });
}

function remove(w: World, as: User, id: number) {
  return w.ask('DELETE', `/web_push/${id}`, { as });
}

async function devices(w: World, as: User): Promise<unknown[]> {
  return success(await w.ask('GET', '/web_push', { as })).at('subscriptions') as unknown[];
}

export const webPushRules: readonly Rule[] = [
  rule(
    'PUSH-1',
    GET,
    'The key of an organization is a point of P-256, and equal for all its users.',
    async (w) => {
      const keyFor = async (as: User) => success(await w.ask('GET', '/web_push', { as })).at('public_key');
      const key = await keyFor(await w.user());
      const bytes = Buffer.from(String(key), 'base64url');
      holds(bytes.length === 65 && bytes[0] === 4, 'an uncompressed point', key);
      same(await keyFor(await w.owner()), key, 'the key of another user');
    },
  ),
  rule('PUSH-2', ADD, 'A device is listed for its user alone.', async (w) => {
    const as = await w.user();
    const id = numberAt(success(await add(w, as)), 'subscription_id');
    const listed = (await devices(w, as)) as Item[];
    same(
      listed.map((one) => one['id']),
      [id],
      'the devices',
    );
    same(await devices(w, await w.user()), [], 'the devices of another user');
  }),
  rule('PUSH-3', ADD, 'A device that registers again is the same.', async (w) => {
    const as = await w.user();
    const first = numberAt(success(await add(w, as)), 'subscription_id');
    const again = numberAt(success(await add(w, as)), 'subscription_id');
    same(again, first, 'the id');
  }),
  rule('PUSH-4', ADD, 'Keys and endpoints of a wrong form are refused.', async (w) => {
    const as = await w.user();
    for (const change of [
      { auth: 'AAAA' },
      { p256dh: DEVICE.auth },
      { endpoint: 'ftp://push.example.com/x' },
      { endpoint: 'https://user:secret@push.example.com/x' },
      { endpoint: 'nothing' },
    ])
      refused(await add(w, as, { ...DEVICE, ...change }));
    for (const name of ['endpoint', 'p256dh', 'auth'] as const)
      lacking(await add(w, as, { ...DEVICE, [name]: undefined }), name);
    same(await devices(w, as), [], 'the devices');
  }),
  rule('PUSH-5', REMOVE, 'A device is removed once, and only by its user.', async (w) => {
    const as = await w.user();
    const id = numberAt(success(await add(w, as)), 'subscription_id');
    refused(await remove(w, await w.owner(), id));
    plain(await remove(w, as, id));
    refused(await remove(w, as, id));
    same(await devices(w, as), [], 'the devices');
  }),
];
