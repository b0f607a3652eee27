import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import { addReaction } from '@parley/contract/endpoints/reactions.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import { anyUser, stepKind, messageLabelled, userAt, someMessages } from './step-kind.ts';
import { copyOf, markRead } from './flag-steps.ts';
import { canTouch, sees } from './rules.ts';

export const muteAnotherUser = stepKind<{ who: number; whom: number; isMuted: boolean }>({
  name: 'mute a user',
  needs: [muteUser, unmuteUser],
  weight: 1,
  invent: (model, random) => ({
    who: anyUser(model, random),
    whom: anyUser(model, random),
    isMuted: random.chance(0.7),
  }),
  plan: (model, { who, whom, isMuted }) => {
    const [actor, user] = [userAt(model, who), userAt(model, whom)];
    if (actor === user || actor.mutedUsers.has(user) === isMuted) return undefined;
    return {
      actor,
      isAllowed: true,
      run: async (connection) => {
        await connection.call(isMuted ? muteUser : unmuteUser, { muted_user_id: user.id });
        return () => {
          if (!isMuted) {
            actor.mutedUsers.delete(user);
            return;
          }
          actor.mutedUsers.add(user);
          markRead(
            actor,
            model.messages.filter(({ sender }) => sender === user),
          );
        };
      },
    };
  },
});

const EMOJI = ['octopus', 'tada', 'heart'] as const;

export const react = stepKind<{ who: number; message: number; emoji: string }>({
  name: 'react',
  needs: [addReaction],
  weight: 2,
  invent: (model, random) => {
    const who = anyUser(model, random);
    const user = userAt(model, who);
    const [message] = someMessages(model, random, (one) => sees(user, one) || random.chance(0.05));
    return message === undefined ? undefined : { who, message, emoji: random.pick(EMOJI) };
  },
  plan: (model, { who, message: label, emoji }) => {
    const [actor, message] = [userAt(model, who), messageLabelled(model, label)];
    if (message === undefined) return undefined;
    const mine = `${actor.id} ${emoji}`;
    return {
      actor,
      isAllowed: canTouch(actor, message) && !message.reactions.includes(mine),
      run: async (connection) => {
        await connection.call(addReaction, { message_id: message.id, emoji_name: emoji });
        return () => {
          message.reactions.push(mine);
          copyOf(actor, message);
        };
      },
    };
  },
});

export const changeRole = stepKind<{ whom: number; isGuest: boolean }>({
  name: 'change the role of a user',
  needs: [updateUser],
  weight: 1,
  invent: (model, random) => ({
    whom: 1 + random.below(model.users.length - 1),
    isGuest: random.chance(0.5),
  }),
  plan: (model, { whom, isGuest }) => {
    const [owner, user] = [userAt(model, 0), userAt(model, whom)];
    return {
      actor: owner,
      isAllowed: true,
      run: async (connection) => {
        await connection.call(updateUser, { user_id: user.id, role: isGuest ? 600 : 400 });
        return () => {
          user.isGuest = isGuest;
        };
      },
    };
  },
});
