import type { TestUser } from './harness.ts';

/** Calls an operation with files; answers status and body. */
export async function sendFiles(
  server: { readonly url: string },
  { email, apiKey }: Pick<TestUser, 'email' | 'apiKey'>,
  path: string,
  files: readonly Buffer[],
  { method = 'POST', fields = {} }: { method?: string; fields?: Readonly<Record<string, string>> } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  files.forEach((content, i) => {
    form.append(`file${i}`, new Blob([new Uint8Array(content)]), `file${i}`);
  });
  const answer = await fetch(new URL(`/api/v1${path}`, server.url), {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
