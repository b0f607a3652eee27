import type { StoredTables } from './stored-table.ts';

const ANEW = 'made anew from messages';

/** The search index, and moves of the organization between cells. */
export const searchTables: StoredTables = {
  search_build: {
    purpose: 'search index: its state',
    kept: 'until replaced',
    stays: ANEW,
    columns: {
      id: 'id',
      tokenizer: 'version',
      upto: 'last message in it',
      ready_at: 'time at which it was complete',
    },
  },
  search_segment: {
    purpose: 'search index: stretches of messages',
    kept: 'until merged or replaced',
    stays: ANEW,
    columns: {
      id: 'id',
      build_id: 'index',
      is_amendment: 'whether it has changes of messages',
      level: 'size',
      first_id: 'first message',
      last_id: 'last message',
      revision: 'number of changes',
      damaged_at: 'time at which damage was found',
      message_ids: 'messages',
    },
  },
  search_page: {
    purpose: 'search index: words with their messages',
    kept: 'until merged or replaced',
    stays: ANEW,
    columns: { segment_id: 'stretch', first_key: 'first word', number: 'number', data: 'words and messages' },
  },
  search_change: {
    purpose: 'search index: edited and deleted messages that it does not know yet',
    kept: 'seconds',
    stays: ANEW,
    columns: {
      message_id: 'message',
      is_gone: 'whether it was deleted',
      revision: 'order of changes',
      builds: 'indexes that know it',
      changed_at: 'time',
    },
  },
  realm_transfer: {
    purpose: 'move of the organization between cells',
    kept: 'until the next move, so that old addresses lead to the new cell',
    stays: 'belongs to this server',
    columns: {
      state: 'state',
      subdomain: 'address',
      cell: 'other cell',
      url: 'address there',
      late: 'rows that go over last',
      target_epoch: 'history of the other database',
      is_settled: 'whether clients can go there',
      is_clean: 'whether the old rows are deleted',
      at: 'time',
    },
  },
  transfer_mark: {
    purpose: 'progress of a move between cells',
    kept: 'until the next move',
    stays: 'belongs to this server',
    columns: { mark: 'number' },
  },
};
