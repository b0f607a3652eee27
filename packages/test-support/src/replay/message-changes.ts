import { deleteMessage, deleteTopic, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { addReaction, removeReaction } from '@parley/contract/endpoints/reactions.ts';
import { setTypingStatus, setTypingStatusForMessageEdit } from '@parley/contract/endpoints/typing.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import type { TestUser } from '../harness.ts';
import type { Act } from './acts.ts';
import { channelCalled, DEN, FORUM, idsIn, say } from './messages.ts';

type Change = Omit<ArgumentsOf<typeof updateMessage>, 'message_id'>;

function change({ connection }: TestUser, message_id: number, changes: Change): Promise<unknown> {
  return connection.call(updateMessage, { message_id, ...changes });
}

/** Editing, reacting, moving, deleting. */
export function messageChangeActs(): Act[] {
  return [
    {
      name: 'an edit mentions somebody, and then nobody',
      run: async ({ cast: { member, guest } }) => {
        const id = await say(member, 'edits', 'nobody');
        await change(member, id, { content: `@**|${guest.id}** and @**all**` });
        const other = await say(member, 'edits', `@**|${guest.id}**`);
        await change(member, other, { content: 'nobody' });
      },
    },
    {
      name: 'users react',
      run: async ({ cast: { hero, guest, member } }) => {
        const message_id = await say(member, 'edits', 'look');
        await guest.connection.call(addReaction, { message_id, emoji_name: 'octopus' });
        await hero.connection.call(addReaction, { message_id, emoji_name: 'octopus' });
        await guest.connection.call(removeReaction, { message_id, emoji_name: 'octopus' });
      },
    },
    {
      name: 'users type',
      run: async (stage) => {
        const { member, hero } = stage.cast;
        const stream_id = await channelCalled(stage, FORUM);
        const message_id = (await idsIn(member, FORUM, 'edits'))[0] ?? 0;
        for (const op of ['start', 'stop'] as const) {
          await member.connection.call(setTypingStatus, { op, type: 'direct', to: [hero.id] });
          await member.connection.call(setTypingStatus, { op, type: 'channel', stream_id, topic: 'edits' });
          await member.connection.call(setTypingStatusForMessageEdit, { message_id, op });
        }
      },
    },
    {
      name: 'one message moves to another topic',
      run: async ({ cast: { owner, member } }) => {
        const [, second = 0] = await idsIn(member, FORUM, 'lunch');
        await change(owner, second, { topic: 'dinner', propagate_mode: 'change_one' });
      },
    },
    {
      name: 'a topic gets another name, and another spelling',
      run: async ({ cast: { owner, member } }) => {
        const [first = 0] = await idsIn(member, FORUM, 'lunch');
        await change(owner, first, { topic: 'Breakfast', propagate_mode: 'change_all' });
        await change(owner, first, { topic: 'BREAKFAST', propagate_mode: 'change_all' });
      },
    },
    {
      name: 'a topic moves into a topic with policies',
      run: async ({ cast: { owner, member } }) => {
        const [first = 0] = await idsIn(member, FORUM, 'breakfast');
        await change(owner, first, { topic: 'noise', propagate_mode: 'change_later' });
      },
    },
    {
      name: 'a topic is resolved and opened again',
      run: async ({ cast: { owner, member } }) => {
        const [first = 0] = await idsIn(member, FORUM, 'polls');
        await change(owner, first, { topic: '✔ polls', propagate_mode: 'change_all' });
        // The notice is deleted too, and no event says which message is the newest afterwards.
        await say(member, 'last', 'something newer');
        await change(owner, first, { topic: 'polls', propagate_mode: 'change_all' });
      },
    },
    {
      name: 'a topic moves to a channel that some cannot read',
      run: async (stage) => {
        const { member, hero } = stage.cast;
        const [first = 0] = await idsIn(member, FORUM, 'edits');
        await say(hero, 'edits', 'one more');
        await change(member, first, {
          stream_id: await channelCalled(stage, DEN),
          propagate_mode: 'change_all',
        });
      },
    },
    {
      name: 'a message moves to a channel that more can read',
      run: async (stage) => {
        const { member } = stage.cast;
        const [first = 0] = await idsIn(member, DEN, 'edits');
        await change(member, first, {
          stream_id: await channelCalled(stage, FORUM),
          topic: 'freed',
          send_notification_to_old_thread: true,
        });
      },
    },
    {
      name: 'messages are deleted',
      run: async ({ cast: { owner, member } }) => {
        const [first = 0] = await idsIn(member, FORUM, 'noise');
        await owner.connection.call(deleteMessage, { message_id: first });
      },
    },
    {
      name: 'a topic is deleted',
      run: async (stage) => {
        await say(stage.cast.member, 'last', 'the newest stays');
        await stage.cast.owner.connection.call(deleteTopic, {
          stream_id: await channelCalled(stage, FORUM),
          topic_name: 'noise',
        });
      },
    },
  ];
}
