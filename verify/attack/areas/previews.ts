import { startReceiver, type Receiver } from '@parley/test-support/receiver.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { evidence, type Attack } from '../attack.ts';
import type { Account, Send } from '../client.ts';
import { OWNER, type Stage } from '../stage.ts';

/** Ways to write the address of the server's own machine. */
const OWN_MACHINE = [
  '127.0.0.1',
  '127.0.0.1.',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '0.0.0.0',
  'user:password@127.0.0.1',
];

/** Attempts to reach what only the server can reach, through previews of links. */
export const previewAttacks: readonly Attack[] = [
  {
    name: 'a member reads the machine of the server through signed pictures',
    success: 'a service of the machine is asked',
    attempt: (stage) =>
      withService(async (service) => {
        const as = await stage.account(undefined, 'evil');
        const html = await said(stage.send, as, linksTo(service, '/inside.png'));
        const sources = [...html.matchAll(/src="(\/external_content\/[0-9a-f/]+)"/g)];
        for (const [, source = ''] of sources) await stage.send(source, { host: as.host });
        return evidence(service.calls.length > 0, `${service.calls.length} of ${sources.length} pictures`);
      }),
  },
  {
    name: 'an owner reads the machine of the server through cards of pages',
    success: 'a service of the machine is asked',
    attempt: (stage) =>
      withService(async (service) => {
        const as = await stage.account(OWNER, 'evil');
        const form = { inline_url_embed_preview: 'true' };
        await stage.send('/api/v1/realm', { as, method: 'PATCH', form });
        await said(stage.send, as, linksTo(service, '/inside'));
        await noJobs(stage);
        return evidence(service.calls.length > 0, `${service.calls.length} requests`);
      }),
  },
  {
    name: 'a stranger signs an address for the server',
    success: 'the service is asked',
    attempt: (stage) =>
      withService(async (service) => {
        const hex = Buffer.from(`${service.url}/inside.png`).toString('hex');
        for (const digest of ['', '0', '0'.repeat(40), '0'.repeat(64), 'x'.repeat(64)])
          await stage.send(`/external_content/${digest}/${hex}`, { host: 'parley.test' });
        return evidence(service.calls.length > 0, `${service.calls.length} requests`);
      }),
  },
];

function linksTo({ url }: Receiver, path: string): string {
  const { port } = new URL(url);
  return OWN_MACHINE.map((host, n) => `[link ${n}](http://${host}:${port}${path})`).join(' ');
}

async function withService<T>(use: (service: Receiver) => Promise<T>): Promise<T> {
  const service = await startReceiver();
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

/** The HTML of a message to oneself. */
async function said(send: Send, as: Account, content: string): Promise<string> {
  const form = { type: 'direct', to: JSON.stringify([as.id]), content };
  const { json } = await send('/api/v1/messages', { as, form });
  const shown = await send(`/api/v1/messages/${String(json['id'])}`, { as });
  return (shown.json['message'] as { readonly content?: string } | undefined)?.content ?? '';
}

/** Waits until the server has looked at every link. */
async function noJobs({ server }: Stage): Promise<void> {
  for (;;) {
    const rows = await server.server.world.pool.all(sql`select from page_job limit 1`);
    if (rows.length === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
