import type { Conversation } from './conversation.ts';

const UNREAD = { isUnread: true };

export const todaysConversations: readonly Conversation[] = [
  {
    channel: 'dome',
    topic: 'night plan',
    from: '-2 17:20',
    lines: [
      [
        'Dara',
        '**Plan for the night**\n\n1. flats at sunset\n2. M 67 until ten, for the colours\n3. the comet, as low as we dare\n4. whatever is left of Leo',
        'Chen +1, Iris +1',
      ],
      ['Chen', 'The comet is at eighteen degrees. I dare.', 'Dara joy'],
      ['Amara', 'The moon comes up at two. Put the faint ones first.', 'Dara +1'],
      ['-1 17:05 Dara', 'Same list tonight, with the comet first. Clear until three, they say.'],
      ['Chen', 'I take the first half.', 'Dara pray'],
      ['+0 9:05 Dara', 'Forecast for tonight: clear, two degrees, wind from the west.', '', UNREAD],
      ['9:08 Chen', 'Then I start at sunset and stay until one.', '', UNREAD],
      ['9:12 Dara', '@**Iris Lindqvist** can you take the second half?', '', UNREAD],
    ],
  },
  {
    channel: 'pipeline',
    topic: 'rollback of the calibration tables to the state of Friday',
    from: '-1 14:02',
    lines: [
      [
        'Nour',
        'The photometry of the last three nights is 0.04 mag too bright. I think it is the new tables.',
      ],
      ['Emil', 'It started exactly with run 2044, so yes.', 'Nour +1'],
      [
        'Nour',
        'I would go back to Friday:\n\n```diff\n- calibration: 2044\n+ calibration: 2039\n```',
        'Emil +1, Chen +1',
      ],
      ['Maximiliane', 'Does that cost us anything that was already sent out?'],
      ['Nour', 'One e-mail to the variable star group. I write it now.', 'Maximiliane pray'],
      ['+0 8:31 Nour', 'Rolled back at eight. Run 2047 is on its way with the old tables.', '', UNREAD],
      ['8:48 Chen', 'The standard stars are where they should be again.', '', UNREAD],
      ['8:55 Emil', 'numbers look good, I will keep both runs until Thursday', '', UNREAD],
    ],
  },
  {
    channel: 'dome',
    topic: 'new limit switches',
    from: '-1 12:40',
    lines: [
      ['Bram', 'Two of three limit switches came. Which cover gets them first?'],
      ['Dara', 'The mirror cover, please.'],
      ['Chen', 'And the one with the bent lever goes back?', 'Bram +1'],
    ],
  },
  {
    channel: 'dome',
    topic: 'rain sensor: false alarms in fog',
    from: '-1 9:05',
    lines: [
      ['Chen', 'Fog again at six, and the dome closed twice. Nobody got wet, nobody got data.'],
      ['Nour', 'The sensor calls everything above 0.2 rain. How low does real rain go?'],
      ['Chen', 'The drizzle of last week was 0.5.', 'Nour +1'],
      ['13:20 Nour', 'I lowered the threshold to 0.3'],
    ],
  },
  {
    channel: 'dome',
    topic: '',
    from: '+0 8:20',
    lines: [['Maximiliane', 'Is anybody in the workshop today?']],
  },
  {
    channel: 'dome',
    topic: 'squeaking wheel',
    from: '-5 10:02',
    resolvedBy: 'Bram',
    lines: [
      ['Frieda', 'The left wheel of the ladder wagon squeaks so loudly that visitors apologise to it.'],
      ['Bram', 'Oiled. Silent since.', 'Frieda tada'],
    ],
  },
  {
    channel: 'dome',
    topic: 'paint for the ring rail that stays on after the first winter',
    from: '-14 14:30',
    lines: [
      ['Maximiliane', 'The rail has to be painted before the summer. Three offers, three colours.'],
      ['Bram', 'I painted one metre of each in October. Have a look behind the north door.'],
      ['Chen', 'The blue one held best in the test.', 'Maximiliane +1'],
    ],
  },
  {
    channel: 'dome',
    topic: 'keys to the lower gate',
    from: '-18 11:11',
    lines: [
      ['Maximiliane', 'How many keys to the lower gate are there? The insurance asks.'],
      ['Dara', 'Three sets, one is in the office.'],
    ],
  },
  {
    channel: 'pipeline',
    topic: 'flat fields',
    from: '-99 10:50',
    lines: [
      ['Emil', 'New flats are in, 40 per filter.'],
      [
        'Nour',
        'There is a shadow of the mirror frame in the upper left corner. I have marked it.',
        'Emil eyes',
      ],
      ['Emil', 'I see it. The lamp hangs too low, I take them again tonight.'],
    ],
  },
];
