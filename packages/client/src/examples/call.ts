import { ApiError, createConnection } from '@parley/client/connection.ts';
import { createDrafts, deleteDraft } from '@parley/contract/endpoints/drafts.ts';

const connection = createConnection({
  url: 'https://chat.example.org',
  credentials: { email: 'ada@example.org', apiKey: 'her key' },
});

const { ids } = await connection.call(createDrafts, {
  drafts: [{ type: '', to: [], topic: '', content: 'Ask Grace about the compiler' }],
});

for (const draft_id of [...ids, 0]) {
  try {
    await connection.call(deleteDraft, { draft_id });
    console.log('deleted');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.log(`${error.status} ${error.code}`);
  }
}
