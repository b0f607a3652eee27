import { holds, lacking, numberAt, plain, refused, same, success, type Item } from '../expect.ts';
import type { User } from '../ground.ts';
import { rule, type Rule } from '../rule.ts';
import { during, stateOf } from '../things.ts';
import type { World } from '../world.ts';

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
  rule('DEV-4', REGISTER, 'A key is kept, and the event contains only its id.', async (w) => {
    const { as, id } = await withDevice(w);
    const events = await during(w, as, ['device'], async () =>
      plain(await register(w, as, { device_id: id, push_key_id: 12, push_key: 'a2V5' })),
    );
    same(events, [{ type: 'device', op: 'update', device_id: id, push_key_id: 12 }], 'the events');
    same(await devices(w, as), { [id]: { ...NOTHING, push_key_id: 12 } }, 'the devices');
  }),
  rule(
    'DEV-5',
    REGISTER,
    'A key without its id, a token without the rest, and nothing are refused.',
    async (w) => {
      const { as, id } = await withDevice(w);
      for (const form of [
        {},
        { push_key_id: 1 },
        { push_key: 'a2V5' },
        { token_id: 'x' },
        { ...TOKEN, token_kind: undefined },
        { ...TOKEN, token_kind: 'pigeon' },
      ])
        refused(await register(w, as, { device_id: id, ...form }));
      same(await devices(w, as), { [id]: NOTHING }, 'the devices');
    },
  ),
  rule('DEV-6', REGISTER, 'The device of another user is refused as one that is not there.', async (w) => {
    const { id } = await withDevice(w);
    const owner = await w.owner();
    const theirs = await register(w, owner, { device_id: id, ...TOKEN });
    const none = await register(w, owner, { device_id: 999_999_999, ...TOKEN });
    refused(theirs);
    same(theirs.body, none.body, 'the answer');
  }),
  rule('DEV-7', REGISTER, 'A token is kept as pending, or is known to whoever delivers.', async (w) => {
    const { as, id } = await withDevice(w);
    plain(await register(w, as, { device_id: id, ...TOKEN }));
    const device = ((await devices(w, as)) as Record<string, Item>)[id] ?? {};
    holds(
      device['pending_push_token_id'] === TOKEN.token_id || device['push_token_id'] === TOKEN.token_id,
      'the token',
      device,
    );
    holds(typeof device['push_token_last_updated_timestamp'] === 'number', 'a time', device);
  }),
  rule('DEV-8', 'add-apns-token', 'Tokens can be added again, and removed once.', async (w) => {
    const as = await w.user();
    for (const [path, more] of [
      ['/users/me/apns_device_token', { appid: 'org.example.app' }],
      ['/users/me/android_gcm_reg_id', {}],
    ] as const) {
      const token = w.unique('ab12');
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
        form: { token: w.unique('ab12') },
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
];
