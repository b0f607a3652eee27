import type { Clock } from '../../engine/clock.ts';
import type { Outcome } from '../../http/oauth/client.ts';

export const PROVIDER_TIMEOUT_MS = 5_000;
const PERSONAL_MEETING_MS = 40 * 60_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_URL_LENGTH = 2_000;

/** Asks for a public room first; where that is forbidden, a personal meeting that starts now. */
export async function askForMeeting(
  meetingsUrl: string,
  accessToken: string,
  clock: Clock,
): Promise<Outcome<string>> {
  const ask = (wish: object): Promise<Reply> => post(meetingsUrl, accessToken, wish, clock);
  try {
    const reply = await ask({ room: 'public' });
    if (reply.status !== 403) return outcomeOf(reply);
    const now = clock.now();
    return outcomeOf(
      await ask({ room: 'personal', starts_at: isoTime(now), ends_at: isoTime(now + PERSONAL_MEETING_MS) }),
    );
  } catch (error) {
    return { kind: 'failed', error };
  }
}

type Reply = { readonly status: number; readonly text: string };

async function post(url: string, accessToken: string, wish: object, clock: Clock): Promise<Reply> {
  const late = new AbortController();
  const cancel = clock.after(PROVIDER_TIMEOUT_MS, () => {
    late.abort(new Error('The video provider did not answer in time.'));
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(wish),
      // The token goes to the address that the operator named and nowhere else.
      redirect: 'manual',
      signal: late.signal,
    });
    return { status: response.status, text: await readText(response) };
  } finally {
    cancel();
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer of the video provider is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function outcomeOf({ status, text }: Reply): Outcome<string> {
  if (status === 401) return { kind: 'refused', error: new Error('The video provider refused the token.') };
  if (status < 200 || status > 299)
    return { kind: 'failed', error: new Error(`The video provider answered with status ${status}.`) };
  const { url } = JSON.parse(text) as { url?: unknown };
  return typeof url === 'string' && isWebAddress(url)
    ? { kind: 'given', value: url }
    : { kind: 'failed', error: new Error('The video provider answered without an address.') };
}

/** Clients put this address into messages: nothing but a web page may come through. */
function isWebAddress(url: string): boolean {
  return url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) && URL.canParse(url);
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
