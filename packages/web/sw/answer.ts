import type { AnswerTo } from './shown-message.ts';

/** Sends an answer with the session of this browser; throws the server's reason. */
export async function sendAnswer(answerTo: AnswerTo, content: string): Promise<void> {
  const to = answerTo.type === 'direct' ? JSON.stringify(answerTo.to) : String(answerTo.to);
  await post('/json/messages', { ...answerTo, to, content });
}

export async function markRead(messageIds: readonly number[]): Promise<void> {
  await post('/json/messages/flags', { messages: JSON.stringify(messageIds), op: 'add', flag: 'read' });
}

async function post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'X-Parley': 'web' },
    body: new URLSearchParams(fields),
  });
  if (response.ok) return;
  const { msg = response.statusText } = (await response.json().catch(() => ({}))) as { msg?: string };
  throw new Error(msg);
}
