// A short visit with the installed package, the same in Node and in a page. Answers what it saw.
import { ApiError, createClient } from '@parley/client';

export const visit = async (account) => {
  const client = createClient(account);
  const { full_name: name } = await client.getOwnUser();

  const live = client.live({ register: { event_types: ['alert_words'] } });
  const known = (words) =>
    new Promise((resolve) => {
      live.subscribe(({ state }) => {
        if (state?.alert_words?.join() === words) resolve(words);
      });
    });
  await known('');
  await client.addAlertWords({ alert_words: ['tea'] });
  const words = await known('tea');
  await client.removeAlertWords({ alert_words: ['tea'] });
  await live.stop();

  const message = { type: 'direct', to: [account.id], content: 'a note to myself' };
  const key = `visit-${account.id}-${Math.random()}`;
  const sent = await client.sendMessage(message, { key });
  const again = await client.sendMessage(message, { key });

  let heard;
  for await (const { id, content } of client.messages({ after: sent.id - 1 })) {
    heard = { isIt: id === sent.id, content };
    break;
  }

  const content = new File([new Uint8Array(300_000)], 'photo [1].bin');
  const progress = [];
  const { markdown } = await client.upload(content, { onProgress: ({ sent }) => progress.push(sent) });

  const refusal = await client.getMessage({ message_id: 999_999_999 }).catch((error) => error);
  return {
    name,
    words,
    once: sent.id === again.id,
    heard,
    upload: markdown.replace(/\(.*\/([^/]+)\)/, '(… $1)'),
    progress: {
      rises: progress.every((sent, n) => n === 0 || sent >= progress[n - 1]),
      ends: progress.at(-1) === content.size,
    },
    refusal: refusal instanceof ApiError ? `${refusal.status} ${refusal.code}` : String(refusal),
  };
};
