import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Channels, folders, subscriptions and topics. Leaves a channel in which users can talk. */
export async function channels(stage: Recorder): Promise<{ readonly sky: number; readonly office: number }> {
  const { show, prepare, refuse, iris, mateo, amara, jonas } = stage;
  const everybody = [iris.id, mateo.id, amara.id, jonas.id];
  const { id: sky } = await show(api.createChannel, mateo, {
    name: 'sky',
    description: 'What we see up there.',
    subscribers: everybody,
  });
  const { id: office } = await prepare(api.createChannel, mateo, { name: 'office', subscribers: everybody });
  await refuse('CHANNEL_ALREADY_EXISTS', api.createChannel, mateo, { name: 'sky', subscribers: [mateo.id] });
  await show(api.subscribe, amara, {
    subscriptions: [{ name: 'open house', description: 'Visitors, soup and telescopes.' }],
    principals: [amara.id, jonas.id],
  });
  await show(api.getStreamId, amara, { stream: 'open house' });
  const { stream_id: house } = await prepare(api.getStreamId, amara, { stream: 'open house' });
  await show(api.getStreams, amara, {});
  await show(api.getStreamById, amara, { stream_id: sky });
  await show(api.getSubscribers, amara, { stream_id: sky });
  await show(api.getStreamEmailAddress, amara, { stream_id: sky });
  await show(api.endStreamEmailAddresses, mateo, { stream_id: sky });
  await show(api.getSubscriptions, amara, {});
  await show(api.getSubscriptionStatus, amara, { user_id: jonas.id, stream_id: sky });
  await show(api.getUserChannels, iris, { user_id: jonas.id });
  await show(api.updateSubscriptionProperty, amara, { stream_id: sky, property: 'color', value: '#2f5d62' });
  await show(api.updateSubscriptionSettings, amara, {
    subscription_data: [
      { stream_id: sky, property: 'pin_to_top', value: true },
      { stream_id: office, property: 'is_muted', value: true },
    ],
  });
  await show(api.updateSubscriptions, amara, { delete: ['open house'], add: [] });
  await prepare(api.updateSubscriptions, amara, { delete: [], add: [{ name: 'open house' }] });
  await show(api.unsubscribe, amara, { subscriptions: ['open house'] });

  await show(api.updateStream, mateo, {
    stream_id: sky,
    description: 'What we see up there, night by night.',
  });
  await refuse('EXPECTATION_MISMATCH', api.updateStream, mateo, {
    stream_id: sky,
    can_add_subscribers_group: { new: 2, old: 3 },
  });
  await refuse('SYSTEM_GROUP_REQUIRED', api.updateRealm, iris, {
    can_access_all_users_group: { new: { direct_members: [amara.id], direct_subgroups: [] } },
  });
  await refuse('REQUEST_VARIABLE_INVALID', api.updateRealm, iris, { message_retention_days: 'always' });
  await show(api.addDefaultStream, iris, { stream_id: sky });
  await show(api.removeDefaultStream, iris, { stream_id: sky });

  const folder = await show(api.createChannelFolder, iris, {
    name: 'Nights',
    description: 'Everything that needs the dark',
  });
  const days = await prepare(api.createChannelFolder, iris, { name: 'Days', description: '' });
  await show(api.updateChannelFolder, iris, {
    channel_folder_id: folder.channel_folder_id,
    description: 'Everything that needs a clear night',
  });
  await show(api.patchChannelFolders, iris, { order: [days.channel_folder_id, folder.channel_folder_id] });
  await show(api.getChannelFolders, amara, {});

  await show(api.updateUserTopic, amara, { stream_id: sky, topic: 'nova', visibility_policy: 3 });
  await show(api.muteTopic, amara, { op: 'add', topic: 'clouds', stream_id: sky });
  await show(api.archiveStream, mateo, { stream_id: house });
  await prepare(api.updateStream, mateo, { stream_id: office, is_private: true });
  return { sky, office };
}
