import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { path, text } from '../parameter.ts';
import { integer, string, unixSeconds } from '../primitives.ts';

const ADDITION = 'An addition to the API.';

const pushSubscription = z
  .strictObject({ id: integer, created: unixSeconds })
  .meta({ id: 'PushSubscription', description: 'A device that receives Web Push.' });

const key = z.string().min(1).max(200);

export const getWebPush = endpoint({
  id: 'get-web-push',
  method: 'GET',
  path: '/web_push',
  tag: 'mobile',
  summary: 'Get the key for Web Push',
  synonyms: ['vapid', 'push notifications in a browser'],
  doc: `The key with which a browser or UnifiedPush distributor registers at its push service, and the devices of the caller. ${ADDITION}`,
  result: {
    public_key: string.describe('The VAPID key of the organization, as `applicationServerKey` takes it.'),
    subscriptions: z.array(pushSubscription),
  },
});

export const addWebPush = endpoint({
  id: 'add-web-push',
  method: 'POST',
  path: '/web_push',
  tag: 'mobile',
  summary: 'Register a device for Web Push',
  doc: `Sends notifications of the caller to a device, encrypted for it (RFC 8291). The device is removed when the credential of this request ends, or when its push service no longer knows it. ${ADDITION}`,
  parameters: {
    endpoint: text(z.string().min(1).max(2_048), 'The address of the device at its push service.'),
    p256dh: text(key, 'The public key of the device, in Base64 for URLs.'),
    auth: text(key, 'The authentication secret of the device, in Base64 for URLs.'),
  },
  result: { subscription_id: integer },
});

export const removeWebPush = endpoint({
  id: 'remove-web-push',
  method: 'DELETE',
  path: '/web_push/{subscription_id}',
  tag: 'mobile',
  summary: 'Remove a device from Web Push',
  doc: `The device receives no more notifications. ${ADDITION}`,
  parameters: { subscription_id: path(integer, 'The device.') },
});
