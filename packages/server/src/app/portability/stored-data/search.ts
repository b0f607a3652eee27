import type { StoredTables } from './stored-table.ts';

const ANEW = 'made anew from messages';

/** Exports, the search index, imports, and moves of the organization between cells. */
export const searchTables: StoredTables = {
  realm_export: {
    purpose: 'exports of the organization that administrators asked for',
    kept: 'with the organization; the archive for 30 days or until deleted',
    people: ['user_id'],
    columns: {
      id: 'id',
      user_id: 'administrator who asked for it',
      type: 'what the archive contains',
      state: 'whether it is pending, complete, failed or deleted',
      requested_at: 'time of the request',
      ended_at: 'time of its end, failure or deletion',
      tries: { purpose: 'attempts to make it', stays: 'belongs to this server' },
      key: { purpose: 'place of the archive in the file store', stays: 'archives are in no other archive' },
      size: { purpose: 'bytes of the archive', stays: 'archives are in no other archive' },
      is_from_elsewhere: { purpose: 'whether an earlier server made it', stays: 'true after an import' },
    },
  },
  chat_import: {
    purpose: 'imports from other chats, with their reports',
    people: ['user_id'],
    kept: 'with the organization; archives until the import, a week at most; samples and notes for 30 days',
    columns: {
      id: 'id',
      source: 'kind of the other chat',
      origin: 'workspace of the other chat',
      state: 'whether its archive arrives, is checked, imported, complete or taken back',
      started_at: 'time of its start',
      finished_at: 'time of its end',
      report: 'what was taken and what not, by kind and count',
      user_id: 'owner who asked for it',
      file_name: 'name of the archive',
      size: 'bytes of the archive',
      received: 'bytes that arrived',
      parts: {
        purpose: 'places of the archive in the file store',
        stays: 'archives are in no other archive',
      },
      touched_at: 'time of the last request',
      tries: { purpose: 'attempts since the last progress', stays: 'belongs to this server' },
      progress: 'messages that were written',
      total: 'messages of the archive',
      found: 'what the archive contains, by kind and count',
      samples: {
        purpose:
          'some messages of public channels as they were in the archive, to compare, as long as they are here',
        stays: 'archives are in no other archive',
      },
      notes: 'names of files and channels that need a look',
      problem: 'reason of a failure',
      taken_back_at: 'time at which it was taken back',
    },
  },
  imported: {
    purpose:
      'ids that people, channels and messages had in another chat, so that a second import takes only what is new',
    kept: 'until deleted, at the latest with the organization',
    columns: {
      origin: 'workspace of the other chat',
      kind: 'kind of object',
      source_id: 'id there',
      id: 'id here',
      import_id: 'import that made it',
    },
  },
  import_home: {
    purpose: 'conversations that an import fills and that nobody reaches yet',
    kept: 'until the import is complete',
    stays: 'belongs to an import in progress',
    columns: {
      origin: 'workspace of the other chat',
      source_id: 'id there',
      conversation_id: 'conversation here',
      target_id: 'channel that it will belong to',
      is_new: 'whether the channel will be made',
    },
  },
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
