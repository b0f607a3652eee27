import type { Conversation } from './conversation.ts';
import { directConversations } from './direct.ts';
import { domeConversations } from './dome.ts';
import { generalConversations } from './general.ts';
import { generatedConversations } from './generated.ts';
import { houseConversations } from './house.ts';
import { mirrorCover } from './mirror-cover.ts';
import { officeConversations } from './office.ts';
import { ownDirectConversations } from './own-direct.ts';
import { skyConversations } from './sky.ts';
import { todaysConversations } from './today.ts';

export function allConversations(): Conversation[] {
  return [
    mirrorCover,
    ...todaysConversations,
    ...ownDirectConversations,
    ...officeConversations,
    ...generalConversations,
    ...houseConversations,
    ...domeConversations,
    ...skyConversations,
    ...directConversations,
    ...generatedConversations(),
  ];
}
