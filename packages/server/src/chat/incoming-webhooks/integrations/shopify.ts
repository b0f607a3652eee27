import { unsupportedEvent } from '../errors.ts';
import {
  entryOf,
  eventHeader,
  type Integration,
  type WebhookDelivery,
  type WebhookMessage,
} from '../integration.ts';
import { bullets, counted, facts, link, paragraphs, plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'shopify';

const ORDER_VERBS: Readonly<Record<string, string>> = {
  'orders/create': 'was placed',
  'orders/updated': 'was changed',
  'orders/paid': 'was paid',
  'orders/fulfilled': 'was fulfilled',
  'orders/partially_fulfilled': 'was fulfilled in part',
  'orders/cancelled': 'was canceled',
};
const PRODUCT_VERBS: Readonly<Record<string, string>> = {
  'products/create': 'was added',
  'products/update': 'was changed',
};
const CUSTOMER = 'customers/create';
const REFUND = 'refunds/create';

export const shopify: Integration = {
  name: NAME,
  displayName: 'Shopify',
  events: [...Object.keys(ORDER_VERBS), ...Object.keys(PRODUCT_VERBS), CUSTOMER, REFUND],
  options: [],
  signature: signedIn('X-Shopify-Hmac-Sha256', '', { encoding: 'base64' }),
  deliveryHeader: 'x-shopify-webhook-id',
  about:
    'Posts orders with their items and total, refunds, new customers and changed products. Addresses stay in Shopify.',
  setup:
    'In the settings of the shop choose Notifications, then Webhooks. Create one with the format JSON and the address as URL for each event.',
  compose: (delivery) => {
    const event = eventHeader(delivery, 'X-Shopify-Topic');
    const message = messageAbout(event, delivery);
    if (message === undefined) throw unsupportedEvent(NAME, event);
    return [{ event, ...message }];
  },
};

type Message = Omit<WebhookMessage, 'event'>;

function messageAbout(event: string, delivery: WebhookDelivery): Message | undefined {
  const [orderVerb, productVerb] = [entryOf(ORDER_VERBS, event), entryOf(PRODUCT_VERBS, event)];
  if (orderVerb !== undefined) return orderMessage(event, orderVerb, delivery);
  if (productVerb !== undefined) return productMessage(productVerb, delivery);
  if (event === CUSTOMER) return customerMessage(delivery);
  return event === REFUND ? refundMessage(delivery) : undefined;
}

const SHOP = /^[\w.-]{1,253}$/;

/** The page of an object for the people of the shop. */
function adminUrl({ header, payload }: WebhookDelivery, kind: string, path = 'id'): string | undefined {
  const [shop, id] = [header('x-shopify-shop-domain') ?? '', payload.textIf(path)];
  return SHOP.test(shop) && id !== undefined
    ? `https://${shop}/admin/${kind}/${encodeURIComponent(id)}`
    : undefined;
}

/** Items that a message lists. */
const MAX_ITEMS = 10;

function orderMessage(event: string, verb: string, delivery: WebhookDelivery): Message {
  const { payload } = delivery;
  const name = payload.text('name');
  const buyer = nameOf(payload.objectIf('customer'));
  const by = event === 'orders/create' && buyer !== '' ? ` by ${plain(buyer)}` : '';
  return {
    topic: `Order ${name}`,
    content: paragraphs(
      `${link(`Order ${name}`, adminUrl(delivery, 'orders'))} ${verb}${by}.`,
      event === 'orders/create' ? itemsOf(payload) : '',
      facts(['Total', money(payload.textIf('total_price'), payload.textIf('currency'))]),
    ),
  };
}

function itemsOf(payload: PayloadObject): string {
  const items = payload.listIf('line_items') ?? [];
  const lines = items
    .slice(0, MAX_ITEMS)
    .map(
      (item) =>
        `${plain(item.textIf('quantity') ?? '1')} × ${plain(item.textIf('name') ?? item.text('title'))}`,
    );
  const rest = items.length - lines.length;
  return bullets(rest > 0 ? [...lines, counted(rest, 'more item')] : lines);
}

function money(amount: string | undefined, currency = ''): string | undefined {
  return amount === undefined ? undefined : `${amount} ${currency}`;
}

function nameOf(customer: PayloadObject | undefined): string {
  return `${customer?.textIf('first_name') ?? ''} ${customer?.textIf('last_name') ?? ''}`.trim();
}

function productMessage(verb: string, delivery: WebhookDelivery): Message {
  const title = delivery.payload.text('title');
  return {
    topic: 'products',
    content: `The product ${link(title, adminUrl(delivery, 'products'))} ${verb}.`,
  };
}

function customerMessage(delivery: WebhookDelivery): Message {
  const name = nameOf(delivery.payload);
  return {
    topic: 'customers',
    content: `${link(name === '' ? 'A customer' : name, adminUrl(delivery, 'customers'))} is a new customer.`,
  };
}

function refundMessage(delivery: WebhookDelivery): Message {
  const { payload } = delivery;
  const url = adminUrl(delivery, 'orders', 'order_id');
  const paid = payload.listIf('transactions')?.[0];
  return {
    topic: 'refunds',
    content: paragraphs(
      `${link('An order', url)} was refunded.`,
      facts(
        ['Amount', money(paid?.textIf('amount'), paid?.textIf('currency'))],
        ['Note', payload.textIf('note')],
      ),
    ),
  };
}
