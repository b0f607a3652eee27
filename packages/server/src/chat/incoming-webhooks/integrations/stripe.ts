import { unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration, type WebhookMessage } from '../integration.ts';
import { bullets, code, link, paragraphs, plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedWithTimeIn } from '../signatures.ts';

const NAME = 'stripe';

/** How the events of one kind of object are posted. */
type Resource = {
  /** The words for the object. */
  readonly noun: string;
  /** A fixed topic, for objects that belong to no customer. */
  readonly topic?: string;
  readonly actions: readonly string[];
};

const CHANGES = ['created', 'updated', 'deleted'] as const;

/** Event types are `resource.action`. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  charge: {
    noun: 'charge',
    topic: 'charges',
    actions: ['captured', 'expired', 'failed', 'pending', 'refunded', 'succeeded', 'updated'],
  },
  'charge.dispute': {
    noun: 'dispute',
    topic: 'disputes',
    actions: ['closed', 'created', 'funds_reinstated', 'funds_withdrawn', 'updated'],
  },
  'charge.refund': { noun: 'refund', topic: 'refunds', actions: ['updated'] },
  customer: { noun: 'customer', actions: CHANGES },
  'customer.discount': { noun: 'discount', actions: CHANGES },
  'customer.subscription': { noun: 'subscription', actions: [...CHANGES, 'trial_will_end'] },
  invoice: {
    noun: 'invoice',
    actions: [
      'created',
      'finalized',
      'marked_uncollectible',
      'payment_failed',
      'payment_succeeded',
      'sent',
      'upcoming',
      'updated',
      'voided',
    ],
  },
  invoiceitem: { noun: 'invoice item', actions: ['created'] },
  account: { noun: 'account', topic: 'account updates', actions: ['updated'] },
  file: { noun: 'file', topic: 'files', actions: ['created'] },
};

/** Kinds of objects that many accounts use and that say nothing to readers. */
const DROPPED: ReadonlySet<string> = new Set([
  'application_fee',
  'balance',
  'capability',
  'checkout',
  'coupon',
  'payment_intent',
  'payment_method',
  'payout',
  'person',
  'plan',
  'price',
  'product',
  'setup_intent',
  'source',
  'tax_rate',
  'topup',
  'transfer',
]);

export const stripe: Integration = {
  name: NAME,
  displayName: 'Stripe',
  events: Object.entries(RESOURCES).flatMap(([name, { actions }]) =>
    actions.map((action) => `${name}.${action}`),
  ),
  options: [],
  signature: signedWithTimeIn('Stripe-Signature'),
  about:
    'Posts charges, disputes, refunds, customers, discounts, subscriptions and invoices with links to the dashboard.',
  setup:
    'In the dashboard choose Developers, then Webhooks, and add an endpoint. Paste the address as URL and choose the events.',
  compose: ({ payload }) => message(payload),
};

function message(payload: PayloadObject): WebhookMessage[] {
  const event = payload.text('type');
  if (DROPPED.has(event.split('.')[0] ?? '')) return [];
  const split = event.lastIndexOf('.');
  const [name, action] = [event.slice(0, split), event.slice(split + 1)];
  const resource = entryOf(RESOURCES, name);
  if (resource === undefined || !resource.actions.includes(action)) throw unsupportedEvent(NAME, event);
  const object = payload.object('data.object');
  const changes = action === 'updated' ? changesOf(payload) : [];
  if (action === 'updated' && changes.length === 0) return [];
  const content = paragraphs(
    `${headOf(name, resource, action, object)}${changes.length > 0 ? ':' : '.'}`,
    bullets(changes),
  );
  return [{ event, topic: resource.topic ?? customerOf(object), content }];
}

/** The id of the customer, who may be embedded. */
function customerOf(object: PayloadObject): string {
  const own = object.textIf('object') === 'customer' ? object.textIf('id') : undefined;
  return own ?? object.textIf('customer') ?? object.textIf('customer.id') ?? 'customers';
}

function headOf(name: string, { noun }: Resource, action: string, object: PayloadObject): string {
  const id = object.textIf('id');
  const named =
    id === undefined
      ? `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`
      : link(capitalized(noun), dashboardUrl(id));
  const amount =
    name === 'charge' || name.startsWith('charge.') || name === 'invoice' ? amountOf(object) : '';
  return `${named}${amount === '' ? '' : ` of ${amount}`} ${verbOf(action)}${reasonOf(action, object)}`;
}

function verbOf(action: string): string {
  switch (action) {
    case 'succeeded':
    case 'failed':
    case 'expired':
      return action;
    case 'pending':
      return 'is pending';
    case 'upcoming':
      return 'is upcoming';
    case 'trial_will_end':
      return 'has a trial that will end soon';
    case 'payment_failed':
      return 'could not be paid';
    case 'payment_succeeded':
      return 'was paid';
    case 'funds_reinstated':
      return 'was won: funds were reinstated';
    case 'funds_withdrawn':
      return 'led to withdrawn funds';
    case 'marked_uncollectible':
      return 'was marked as uncollectible';
    default:
      return `was ${action.replaceAll('_', ' ')}`;
  }
}

function reasonOf(action: string, object: PayloadObject): string {
  const reason =
    action === 'failed'
      ? object.textIf('failure_message')
      : action === 'closed'
        ? object.textIf('status')
        : undefined;
  return reason === undefined ? '' : ` (${plain(reason)})`;
}

/** Currencies whose amounts are in whole units. */
const ZERO_DECIMAL: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '),
);

function amountOf(object: PayloadObject): string {
  const amount = object.numberIf('amount') ?? object.numberIf('amount_due') ?? object.numberIf('total');
  const currency = object.textIf('currency');
  if (amount === undefined || currency === undefined) return '';
  const shown = ZERO_DECIMAL.has(currency.toLowerCase()) ? String(amount) : (amount / 100).toFixed(2);
  return `${shown} ${plain(currency).toUpperCase()}`;
}

/** Paths of the dashboard, by the prefix of ids. */
const DASHBOARD: Readonly<Record<string, string>> = {
  ch: 'payments',
  py: 'payments',
  pi: 'payments',
  dp: 'disputes',
  du: 'disputes',
  re: 'refunds',
  cus: 'customers',
  sub: 'subscriptions',
  in: 'invoices',
  ii: 'invoiceitems',
  file: 'files',
};

function dashboardUrl(id: string): string | undefined {
  const folder = entryOf(DASHBOARD, id.split('_')[0]);
  return folder === undefined
    ? undefined
    : `https://dashboard.stripe.com/${folder}/${encodeURIComponent(id)}`;
}

/** Changes that a message lists. */
const MAX_LISTED_CHANGES = 20;

/** The attributes that have changed, with their new values as far as those are simple. */
function changesOf(payload: PayloadObject): string[] {
  return payload
    .keys('data.previous_attributes')
    .slice(0, MAX_LISTED_CHANGES)
    .map((name) => {
      const value = payload.labels('data.object').get(name);
      return `${code(name)} is ${value === undefined ? 'changed' : `now ${plain(value)}`}`;
    });
}

function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
