import { SECRET, type StoredTables } from './stored-table.ts';

const IN_PROGRESS = 'for log-ins in progress';

/** Invitations, log-ins and connections to other services. */
export const joiningTables: StoredTables = {
  invitation: {
    purpose: 'invitations',
    kept: 'until used or revoked, or a week after its end',
    people: ['inviter_id'],
    isPersonal: true,
    stays: 'their links lead to this server',
    columns: {
      id: 'id',
      inviter_id: 'inviter',
      email: 'invited address',
      token_hash: { purpose: 'hash of the link', stays: SECRET },
      token_sealed: { purpose: 'link, encrypted, to show it again', stays: SECRET },
      role: 'role of the new user',
      channel_ids: 'channels',
      group_ids: 'groups',
      joins_defaults: 'whether default channels are added',
      notifies_inviter: 'whether the inviter is told',
      welcome_text: 'text for the new user',
      invited_at: 'time',
      expires_at: 'end',
    },
  },
  invitation_day: {
    purpose: 'number of invitations by e-mail on a day, for the limit',
    kept: 'days',
    stays: 'belongs to this server',
    columns: { day: 'day', count: 'number' },
  },
  confirmation: {
    purpose: 'links in e-mails that prove an address, and for new passwords',
    kept: 'until used or expired, days at most',
    people: ['user_id'],
    isPersonal: true,
    stays: IN_PROGRESS,
    columns: {
      token_hash: { purpose: 'hash of the link', stays: SECRET },
      kind: 'purpose of the link',
      email: 'address',
      invitation_id: 'invitation',
      user_id: 'user',
      expires_at: 'end',
    },
  },
  login_attempt: {
    purpose: 'failed log-ins, for the limit',
    kept: 'minutes',
    stays: IN_PROGRESS,
    columns: { name_hash: { purpose: 'hash of address and name', stays: SECRET }, arrival: 'time' },
  },
  sign_on: {
    purpose: 'log-ins with another provider',
    kept: 'minutes',
    stays: IN_PROGRESS,
    columns: {
      state_hash: { purpose: 'hash of the attempt', stays: SECRET },
      sealed: { purpose: 'state, encrypted', stays: SECRET },
      expires_at: 'end',
    },
  },
  call_token: {
    purpose: 'access to the call provider of a user',
    kept: 'until the user disconnects it, at the latest with the account',
    people: ['user_id'],
    isPersonal: true,
    stays: SECRET,
    columns: {
      user_id: 'user',
      provider: 'provider',
      sealed: { purpose: 'token, encrypted', stays: SECRET },
      expires_at: 'end',
      refreshing_until: 'time until which a node renews it',
    },
  },
  call_authorization: {
    purpose: 'connections to a call provider that are being made',
    kept: 'minutes',
    people: ['user_id'],
    isPersonal: true,
    stays: IN_PROGRESS,
    columns: {
      state_hash: { purpose: 'hash of the attempt', stays: SECRET },
      user_id: 'user',
      provider: 'provider',
      sealed: { purpose: 'state, encrypted', stays: SECRET },
      expires_at: 'end',
    },
  },
};
