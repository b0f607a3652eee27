import type { Integration } from '../integration.ts';
import { ownMessage } from './zapier.ts';

export const ifttt: Integration = {
  name: 'ifttt',
  displayName: 'IFTTT',
  events: null,
  options: [],
  about:
    'Posts the text of an applet. The payload has a `topic` (or `subject`) and a `content`, both required.',
  setup:
    'Choose Webhooks as the action of the applet, POST as method and `application/json` as content type, and paste the address as URL.',
  compose: (delivery) => [ownMessage(delivery)],
};
