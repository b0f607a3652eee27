import { holds, lacking, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const ADD = 'register-client-device';
const REMOVE = 'remove-client-device';
const REGISTER = 'register-push-device';

function post(w: World, as: User, path: string, form: Item = {}) {
  return w.ask('POST', path, { as, form });
}

function register(w: World, as: User, form: Item) {
  return post(w, as, '/mobile_push/register', form);
}

async function devices(w: World, as: User): Promise<unknown> {
  return (await stateOf(w, as, 'device')).at('devices');
}

/** A fresh user with a device. */
async function withDevice(w: World) {
  const as = await w.user();
  const made = success(await post(w, as, '/register_client_device'));
  return { as, id: numberAt(made, 'device_id') };
}

const NOTHING = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};
const KEY = { push_key_id: 12, push_key: 'MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt' };
const OTHER_KEY = { push_key_id: 13, push_key: 'MQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
/** A key whose first byte names no cipher. */
const OF_ANOTHER_CIPHER = 'MgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const TOKEN = {
  token_kind: 'apns',
  token_id: 'dG9rZW4=',
  bouncer_public_key: 'a2V5',
  encrypted_push_registration: 'c2VhbGVk',
};

export const deviceRules: readonly Rule[] = [
  rule('DEV-1', ADD, 'A registration of the client shows up in the state, with an event.', async (w) => {
    const as = await w.user();
    same(await devices(w, as), {}, 'the devices at first');
    let id = 0;
    const events = await during(w, as, ['device'], async () => {
      id = numberAt(success(await post(w, as, '/register_client_device')), 'device_id');
    });
    same(events, [{ type: 'device', op: 'add', device_id: id }], 'the events');
    same(await devices(w, as), { [id]: NOTHING }, 'the devices');
  }),
  rule('DEV-2', ADD, 'Each registration is another device.', async (w) => {
    const { as, id } = await withDevice(w);
    const other = numberAt(success(await post(w, as, '/register_client_device')), 'device_id');
    holds(other !== id, 'another id', other);
  }),
  rule('DEV-3', REMOVE, 'A device goes away with an event, once, and only by its owner.', async (w) => {
    const { as, id } = await withDevice(w);
    refused(await post(w, await w.owner(), '/remove_client_device', { device_id: id }));
    const events = await during(w, as, ['device'], async () =>
      plain(await post(w, as, '/remove_client_device', { device_id: id })),
    );
    same(events, [{ type: 'device', op: 'remove', device_id: id }], 'the events');
    same(await devices(w, as), {}, 'the devices');
    refused(await post(w, as, '/remove_client_device', { device_id: id }));
    lacking(await post(w, as, '/remove_client_device'), 'device_id');
  }),
  rule('DEV-4', REGISTER, 'A new key is an event with its id alone, and an equal one none.', async (w) => {
    const { as, id } = await withDevice(w);
    plain(await register(w, as, { device_id: id, ...KEY, ...TOKEN }));
    const rotate = () => register(w, as, { device_id: id, ...OTHER_KEY });
    const events = await during(w, as, ['device'], async () => {
      plain(await rotate());
      plain(await rotate());
    });
    const push_key_id = OTHER_KEY.push_key_id;
    same(events, [{ type: 'device', op: 'update', device_id: id, push_key_id }], 'the events');
  }),
  rule(
    'DEV-5',
    REGISTER,
    'Parts of a registration, a key without its cipher, and a first registration without key or token are refused.',
    async (w) => {
      const { as, id } = await withDevice(w);
      for (const form of [
        {},
        { push_key_id: 1 },
        { push_key: KEY.push_key },
        KEY,
        TOKEN,
        { ...KEY, token_id: 'eA==' },
        { ...KEY, ...TOKEN, token_kind: undefined },
        { ...KEY, ...TOKEN, token_kind: 'pigeon' },
        { ...KEY, ...TOKEN, token_id: 'not Base64' },
        { ...KEY, ...TOKEN, push_key: 'a2V5' },
        { ...KEY, ...TOKEN, push_key: OF_ANOTHER_CIPHER },
        { ...KEY, ...TOKEN, push_key_id: -1 },
        { ...KEY, ...TOKEN, push_key_id: 2 ** 32 },
      ])
        refused(await register(w, as, { device_id: id, ...form }));
      same(await devices(w, as), { [id]: NOTHING }, 'the devices');
    },
  ),
  rule('DEV-6', REGISTER, 'The device of another user is refused as one that is not there.', async (w) => {
    const { id } = await withDevice(w);
    const owner = await w.owner();
    const theirs = await register(w, owner, { device_id: id, ...KEY, ...TOKEN });
    const none = await register(w, owner, { device_id: 999_999_999, ...KEY, ...TOKEN });
    refused(theirs);
    same(theirs.body, none.body, 'the answer');
  }),
  rule('DEV-7', REGISTER, 'A token is pending with a time, or has an error code soon after.', async (w) => {
    const { as, id } = await withDevice(w);
    plain(await register(w, as, { device_id: id, ...KEY, ...TOKEN }));
    const device = ((await devices(w, as)) as Record<string, Item>)[id] ?? {};
    same(device['pending_push_token_id'], TOKEN.token_id, 'the token');
    same(device['push_key_id'], KEY.push_key_id, 'the key');
    holds(typeof device['push_token_last_updated_timestamp'] === 'number', 'a time', device);
  }),
  rule('DEV-8', 'add-apns-token', 'Tokens can be added again, and removed once.', async (w) => {
    const as = await w.user();
    for (const [path, more] of [
      ['/users/me/apns_device_token', { appid: 'org.example.app' }],
      ['/users/me/android_gcm_reg_id', {}],
    ] as const) {
      const token = hexadecimal(w);
      refused(await w.ask('DELETE', path, { as, form: { token } }));
      plain(await post(w, as, path, { token, ...more }));
      plain(await post(w, as, path, { token, ...more }));
      plain(await w.ask('DELETE', path, { as, form: { token } }));
      refused(await w.ask('DELETE', path, { as, form: { token } }));
      lacking(await post(w, as, path, more), 'token');
    }
  }),
  rule('DEV-9', 'test-notify', 'A token that is not registered cannot be tested.', async (w) => {
    refused(
      await post(w, await w.user(), '/mobile_push/test_notification', { token: 'x' }),
      'INVALID_PUSH_DEVICE_TOKEN',
    );
  }),
  rule(
    'DEV-10',
    'e2ee-test-notify',
    'Without a device that can be notified there is nothing to test.',
    async (w) => {
      refused(await post(w, await w.user(), '/mobile_push/e2ee/test_notification'), 'NO_ACTIVE_PUSH_DEVICE');
    },
  ),
  rule('DEV-21', 'remove-apns-token', 'A token that the user has not cannot be removed.', async (w) => {
    refused(
      await w.ask('DELETE', '/users/me/apns_device_token', {
        as: await w.user(),
        form: { token: hexadecimal(w) },
      }),
    );
  }),
  rule('DEV-22', 'add-fcm-token', 'A token is kept, however often it is added.', async (w) => {
    const as = await w.user();
    const token = w.unique('ab12');
    plain(await post(w, as, '/users/me/android_gcm_reg_id', { token }));
    plain(await post(w, as, '/users/me/android_gcm_reg_id', { token }));
  }),
  rule('DEV-23', 'remove-fcm-token', 'A token of another user cannot be removed.', async (w) => {
    const token = w.unique('ab12');
    plain(await post(w, await w.user(), '/users/me/android_gcm_reg_id', { token }));
    const form = { token };
    refused(await w.ask('DELETE', '/users/me/android_gcm_reg_id', { as: await w.user(), form }));
  }),
  rule('DEV-28', REGISTER, 'A server without a push service says so (N-30).', async (w) => {
    const { as, id } = await withDevice(w);
    const url = await w.own().withoutPush();
    const form = { device_id: id, ...KEY, ...TOKEN };
    refused(await w.ask('POST', '/mobile_push/register', { url, as, form }), 'PUSH_SERVICE_NOT_CONFIGURED');
  }),
  rule(
    'DEV-24',
    'add-apns-token',
    'A token must be hexadecimal and an app a plain name (N-39).',
    async (w) => {
      const as = await w.user();
      const path = '/users/me/apns_device_token';
      for (const form of [
        { token: 'zz', appid: 'org.example.app' },
        { token: '', appid: 'org.example.app' },
        { token: 'a'.repeat(4_097), appid: 'org.example.app' },
        { token: 'ab12', appid: 'org example' },
      ])
        refused(await post(w, as, path, form));
      lacking(await post(w, as, path, { token: 'ab12' }), 'appid');
    },
  ),
  rule('DEV-25', 'remove-apns-token', 'The letters of a token may have either case.', async (w) => {
    const as = await w.user();
    const token = hexadecimal(w);
    const path = '/users/me/apns_device_token';
    plain(await post(w, as, path, { token, appid: 'org.example.app' }));
    plain(await w.ask('DELETE', path, { as, form: { token: token.toUpperCase() } }));
  }),
  rule('DEV-26', 'test-notify', 'A test without a token and without devices succeeds.', async (w) => {
    plain(await post(w, await w.user(), '/mobile_push/test_notification'));
  }),
  rule('DEV-27', 'regenerate-api-key', 'A new API key ends all devices and tokens (N-37).', async (w) => {
    const { as } = await withDevice(w);
    const token = hexadecimal(w);
    plain(await post(w, as, '/users/me/android_gcm_reg_id', { token }));
    const key = String(success(await post(w, as, '/users/me/api_key/regenerate')).at('api_key'));
    const again = { ...as, key };
    same(await devices(w, again), {}, 'the devices');
    refused(await w.ask('DELETE', '/users/me/android_gcm_reg_id', { as: again, form: { token } }));
  }),
];

function hexadecimal(w: World): string {
  return Buffer.from(w.unique('token')).toString('hex');
}
