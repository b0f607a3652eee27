import type { Conversation } from './conversation.ts';

const UNREAD = { isUnread: true };

/** Direct conversations of the owner. */
export const ownDirectConversations: readonly Conversation[] = [
  {
    among: ['Iris', 'Bram'],
    from: '-1 17:31',
    lines: [
      ['17:31 Iris', 'Did the parcel with the limit switches arrive?'],
      ['17:40 Bram', 'Two of three. The third comes on Thursday, they say.'],
      ['17:41 Bram', 'I put both in the drawer under the lathe.', 'Iris pray'],
      [
        '17:55 Iris',
        '@_**Bram Okafor** wrote:\n```quote\nI put both in the drawer under the lathe.\n```\nFound them. One has a bent lever, I have straightened it: `R = 0.2 Ω`',
      ],
      ['+0 8:15 Bram', ':coffee:'],
      ['8:16 Iris', 'Two minutes!'],
      ['9:40 Bram', 'can you look at the dome before you leave?', '', UNREAD],
      ['9:41 Bram', 'the fan is loud again, and I do not want to open it alone', '', UNREAD],
    ],
  },
  {
    among: ['Iris', 'Chen', 'Dara'],
    from: '-1 18:02',
    lines: [
      ['Chen', 'When do we go through the spare parts? I would like to have both of you there.'],
      ['Dara', 'Not before Wednesday.'],
      ['+0 8:30 Iris', 'Then Thursday, after the calibration', 'Chen +1, Dara +1'],
    ],
  },
  {
    among: ['Iris', 'Nour'],
    from: '-1 16:40',
    lines: [
      ['Iris', 'Could you send me the pictures of the frame shadow for the report?'],
      ['Nour', 'نعم، لديّ ثلاث صور واضحة.', 'Iris +1'],
      ['17:02 Nour', 'شكراً، سأرسل الصور غداً صباحاً'],
    ],
  },
  {
    among: ['Iris', 'Maximiliane'],
    from: '-2 10:12',
    lines: [
      ['Maximiliane', 'The school wants to come with 24 children instead of 18. Is that still all right?'],
      ['Iris', 'Yes, in two groups. Frieda has the second key.'],
      ['Maximiliane', 'Wonderful, I will tell them.', 'Iris +1'],
    ],
  },
  {
    among: ['Iris'],
    from: '-3 19:10',
    lines: [['Iris', 'Things for the spring meeting:\n\n- motor\n- rail\n- who has the third key?']],
  },
];
