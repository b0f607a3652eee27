import { operations as api } from '@parley/contract/endpoints.ts';
import { grant } from '@parley/server/app/cli/commands/grant.ts';
import { PASSWORD, type Recorder } from '../recorder.ts';

/** Users: their accounts, their presence, what they say about themselves, and whom they do not want to hear. */
export async function users(stage: Recorder): Promise<void> {
  const { server, show, prepare, refuse, join, iris, mateo, amara, jonas } = stage;
  await show(api.fetchApiKey, undefined, { username: amara.email, password: PASSWORD });
  await refuse('AUTHENTICATION_FAILED', api.fetchApiKey, undefined, {
    username: amara.email,
    password: 'a wrong guess',
  });
  await refuse('UNAUTHORIZED', api.getOwnUser, { email: amara.email, key: 'a-key-that-opens-nothing' }, {});
  await show(api.getOwnUser, amara, {});
  await show(api.getUser, amara, { user_id: mateo.id, include_custom_profile_fields: true });
  await show(api.getUserByEmail, amara, { email: jonas.email });
  await show(api.getUsers, amara, {});
  await show(api.getUserListPart, amara, { users_since: '' });
  await server.server.world.write(server.realmId, (tx) =>
    grant(tx, iris.id, { canCreateUsers: true, canChangeUserEmails: true }),
  );
  const made = await show(api.createUser, iris, {
    email: 'noor@example.org',
    full_name: 'Noor Haddad',
    password: 'seven bright harbour lights',
  });
  await show(api.updateUser, iris, { user_id: made.user_id, role: 300 });
  await show(api.updateUserByEmail, iris, { email: 'noor@example.org', full_name: 'Noor Haddad-Lind' });
  await show(api.deactivateUser, iris, { user_id: made.user_id });
  await refuse('USER_DEACTIVATED', api.fetchApiKey, undefined, {
    username: 'noor@example.org',
    password: 'seven bright harbour lights',
  });
  await show(api.reactivateUser, iris, { user_id: made.user_id });
  await refuse('CANNOT_DEACTIVATE_LAST_USER', api.deactivateOwnUser, iris, {});
  const guest = await join('Lena Voss', 600);
  await show(api.regenerateApiKey, guest, {});
  const leaver = await join('Tomas Berg');
  await show(api.deactivateOwnUser, leaver, {});

  await show(api.updatePresence, amara, { status: 'active', new_user_input: true, slim_presence: true });
  await show(api.getUserPresence, jonas, { user_id_or_email: amara.email });
  await show(api.getPresence, jonas, {});
  await show(api.updateStatus, amara, {
    status_text: 'at the telescope',
    emoji_name: 'telescope',
    emoji_code: '1f52d',
    reaction_type: 'unicode_emoji',
  });
  await show(api.updateStatusForUser, iris, { user_id: jonas.id, status_text: 'on the night shift' });
  await show(api.getUserStatus, jonas, { user_id: amara.id });

  await show(api.muteUser, amara, { muted_user_id: jonas.id });
  await show(api.unmuteUser, amara, { muted_user_id: jonas.id });
  await show(api.addAlertWords, amara, { alert_words: ['nova', 'clouds'] });
  await show(api.getAlertWords, amara, {});
  await show(api.removeAlertWords, amara, { alert_words: ['clouds'] });
  await show(api.updateSettings, amara, { twenty_four_hour_time: true, default_language: 'sv' });
  await show(api.updateDisplaySettings, jonas, { twenty_four_hour_time: true });
  await show(api.updateNotificationSettings, jonas, { enable_sounds: false });
  await prepare(api.updateSettings, amara, { allow_private_data_export: true });
  await visit(stage);
}

/** A guest who sees only those with whom a channel is shared, and loses sight of them. */
async function visit({ show, prepare, join, iris, mateo }: Recorder): Promise<void> {
  const { user_groups } = await prepare(api.getUserGroups, iris, {});
  const showUsersTo = (group: string) => {
    const id = user_groups.find(({ name }) => name === group)?.id ?? 0;
    return prepare(api.updateRealm, iris, { can_access_all_users_group: { new: id } });
  };
  await showUsersTo('role:members');
  const visitor = await join('Sanna Lahti', 600);
  const { id } = await prepare(api.createChannel, mateo, {
    name: 'parlour',
    subscribers: [mateo.id, visitor.id],
  });
  const principals = [visitor.id];
  await show(api.unsubscribe, mateo, { subscriptions: ['parlour'], principals }, { waiting: visitor });
  await prepare(api.archiveStream, mateo, { stream_id: id });
  await showUsersTo('role:everyone');
}
