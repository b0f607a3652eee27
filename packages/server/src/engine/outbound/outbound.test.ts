import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createAddressRule, isNetwork } from './networks.ts';
import { OutboundError, type HostAddress, type OutboundFailure } from './guard.ts';
import { createOutbound } from './outbound.ts';

let server: Server;
let port: number;
let requests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    if (request.url === '/redirect') response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
    else if (request.url === '/large') response.end('x'.repeat(1024 * 1024 + 1));
    else if (request.url === '/hang') return;
    else if (request.url === '/drip') {
      response.writeHead(200);
      setInterval(() => response.write('x'), 5).unref();
    } else response.end(`${request.method} ${request.headers.host}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A clock on which ten seconds pass in a second. */
const fastClock = {
  ...systemClock,
  after: (ms: number, callback: () => void) => systemClock.after(ms / 10, callback),
};

function outboundTo(addresses: readonly HostAddress[], allowedNetworks: readonly string[] = []) {
  return createOutbound({ allowedNetworks, clock: fastClock, lookUp: async () => addresses });
}

async function failureOf(
  url: string,
  outbound = createOutbound({ allowedNetworks: [], clock: systemClock }),
) {
  try {
    await outbound.post({ url, headers: {}, body: '' });
    return undefined;
  } catch (error) {
    return error instanceof OutboundError ? error.failure : (String(error) as OutboundFailure);
  }
}

const here = [{ address: '127.0.0.1', family: 4 }];

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://localhost/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://user:password@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'not a url',
])('%s is refused', async (url) => {
  expect(await failureOf(url)).toBe('refused');
});

test('a name that means a private address is refused without a connection', async () => {
  const before = requests;
  expect(await failureOf(`http://public.example:${port}/`, outboundTo(here))).toBe('refused');
  expect(requests).toBe(before);
});

test('the address that was checked is the one that is connected to', async () => {
  const outbound = outboundTo(here, ['127.0.0.1/32']);
  const response = await outbound.post({ url: `http://public.example:${port}/`, headers: {}, body: 'x' });
  expect(response).toEqual({ status: 200, body: `POST public.example:${port}` });
});

test('of several addresses only the allowed ones are used', async () => {
  const outbound = outboundTo([{ address: '10.0.0.1', family: 4 }, ...here], ['127.0.0.1']);
  const response = await outbound.post({ url: `http://public.example:${port}/`, headers: {}, body: 'x' });
  expect(response.status).toBe(200);
});

test('a redirect is a response, and is not followed', async () => {
  const outbound = outboundTo(here, ['127.0.0.0/8']);
  const response = await outbound.post({ url: `http://a.example:${port}/redirect`, headers: {}, body: '' });
  expect(response.status).toBe(302);
});

test.each([
  ['/large', 'too large'],
  ['/hang', 'timeout'],
  ['/drip', 'timeout'],
])('a response of %s ends as: %s', async (path, failure) => {
  expect(await failureOf(`http://a.example:${port}${path}`, outboundTo(here, ['127.0.0.0/8']))).toBe(failure);
});

test('a closed port is unreachable, and so is a name that does not exist', async () => {
  expect(await failureOf('http://a.example:1/', outboundTo(here, ['127.0.0.0/8']))).toBe('unreachable');
  expect(await failureOf('http://name.invalid/')).toBe('unreachable');
});

test('public addresses are allowed, and networks of the operator', () => {
  const isAllowed = createAddressRule(['10.1.0.0/16', 'fd00:1::/32']);
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700::1111', '10.1.2.3', 'fd00:1::5'])
    expect([address, isAllowed(address)]).toEqual([address, true]);
  for (const address of ['10.2.0.1', 'fd00:2::1', 'example.com', '', '::ffff:192.168.0.1'])
    expect([address, isAllowed(address)]).toEqual([address, false]);
});

test('networks are addresses with an optional number of bits', () => {
  expect(['10.0.0.0/8', '::1', 'fd00::/8'].every(isNetwork)).toBe(true);
  expect(['10.0.0.0/33', '10.0.0/8', 'a/8', '::/129', '1.1.1.1/8/8'].some(isNetwork)).toBe(false);
});
