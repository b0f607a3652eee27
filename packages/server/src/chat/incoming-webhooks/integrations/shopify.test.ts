import { changed, messagesAbout, refusalOf, underHeader } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { shopifyOrder } from '../samples/people.ts';
import { shopify } from './shopify.ts';

function about(topic: string, payload: object) {
  return { headers: { ...shopifyOrder.headers, 'X-Shopify-Topic': topic }, payload };
}

test('a new order is posted with its items, buyer and total', () => {
  expect(messagesAbout(shopify, shopifyOrder)).toEqual([
    {
      event: 'orders/create',
      topic: 'Order #1042',
      content:
        '[Order #1042](https://lyra-shop.myshopify.com/admin/orders/820982) was placed by Noor Haddad.\n\n* 2 × Star map 2026\n* 1 × Red flashlight\n\n**Total**: 63.50 EUR',
    },
  ]);
});

test('a long order lists its first items', () => {
  const line_items = Array.from({ length: 14 }, (_none, n) => ({ name: `Poster ${n}`, quantity: 1 }));
  const [message] = messagesAbout(shopify, changed(shopifyOrder, { line_items }));
  expect(message?.content).toContain('* 4 more items');
  expect(message?.content).not.toContain('Poster 10');
});

test.each([
  ['orders/paid', shopifyOrder.payload, 'Order #1042', 'was paid.'],
  ['orders/cancelled', shopifyOrder.payload, 'Order #1042', 'was canceled.'],
  ['products/update', { id: 7, title: 'Star map' }, 'products', 'The product [Star map]('],
  ['customers/create', { id: 9, first_name: 'Noor' }, 'customers', '[Noor]('],
  [
    'refunds/create',
    { order_id: 820_982, note: 'Torn', transactions: [{ amount: '19.00', currency: 'EUR' }] },
    'refunds',
    '**Amount**: 19.00 EUR\n**Note**: Torn',
  ],
])('%s is posted', (event, payload, topic, part) => {
  expect(messagesAbout(shopify, about(event, payload))).toMatchObject([
    { event, topic, content: expect.stringContaining(part) as string },
  ]);
});

test('a shop with a strange name gets no link', () => {
  const headers = { ...shopifyOrder.headers, 'X-Shopify-Shop-Domain': 'shop.example/x?' };
  expect(messagesAbout(shopify, underHeader(shopifyOrder, headers))[0]?.content).toMatch(/^Order #1042 was/);
});

test('unknown events, and requests without one or without fields, are refused', () => {
  expect(refusalOf(shopify, about('toString', {}))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(shopify, { payload: {} })).toBe('MISSING_HTTP_EVENT_HEADER');
  expect(refusalOf(shopify, about('orders/paid', {}))).toBe('BAD_REQUEST');
});
