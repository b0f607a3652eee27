// Reads history in several ways, on the installed package, and prints what it got.
import { createClient } from '@parley/client';
let requests = 0;
const client = createClient({
  ...JSON.parse(process.env.ACCOUNT),
  fetch: (...request) => {
    requests += 1;
    return fetch(...request);
  },
});
const narrow = [['channel', 'archive'], { operator: 'topic', operand: 'long' }];
const read = async (options, most = Infinity) => {
  requests = 0;
  const contents = [];
  for await (const message of client.history({ narrow, pageSize: 10, ...options })) {
    contents.push(message.content);
    if (contents.length === most) break;
  }
  return { contents, requests };
};
const third = (await client.getMessages({ anchor: 'oldest', num_after: 3, narrow })).messages[2].id;
console.log(
  JSON.stringify({
    older: await read({}),
    newer: await read({ direction: 'newer' }),
    behind: await read({ direction: 'newer', from: third }, 2),
    before: await read({ from: third }),
    few: await read({}, 10),
    html: (await read({ html: true }, 1)).contents,
    none: await read({ narrow: [['topic', 'nothing here']] }),
  }),
);
