import type { Conversation } from './conversation.ts';

export const houseConversations: readonly Conversation[] = [
  {
    channel: 'general',
    topic: 'newsletter',
    from: '-41 10:05',
    lines: [
      ['Priya', 'The newsletter goes out on the first. Who has something?'],
      ['Noor', 'Two pictures of the lamps in the new room.', 'Priya +1'],
      [
        'Kenji',
        'A list of everything that passes over us at dusk:\n\n* the station, on the 3rd and the 4th\n* a bright pair of satellites, every clear evening\n* geese',
      ],
      ['Priya', 'Geese stay in.', 'Kenji tada, Leila tada'],
      ['Leila', 'Shall I write about the spectrum, in words that my mother understands?'],
      ['Priya', 'Please! Half a page. Your mother is our best reader.', 'Leila heart'],
      ['Iris', 'I write the first paragraph when everything else is there, as always.'],
      ['Priya', 'As always: the night before, at eleven.', 'Iris see_no_evil, Mateo joy'],
    ],
  },
  {
    channel: 'seeing',
    topic: 'harbour lights',
    from: '-33 11:20',
    lines: [
      [
        'Amara',
        'The new lights on the pier cost us half a magnitude in the south-west: [what is left of the sky]({file:sky over the harbour.png})',
      ],
      ['Kenji', 'Measured or felt?'],
      [
        'Amara',
        '| week | sky, mag/arcsec² |\n|---|---:|\n| 42 | 20.9 |\n| 43 | 20.8 |\n| 44 | **20.3** |',
        'Kenji eyes',
      ],
      ['Kenji', 'Measured, then. The nights of this month: [nights.csv]({file:nights.csv})'],
      [
        'Noor',
        'They shine sideways. With a shield of sheet metal they would save a third of the power, too.',
      ],
      ['Iris', 'Could you draw that? I would take it to the harbour office.', 'Amara +1'],
      ['Noor', 'Drawn. Each shield is a bent strip of 40 × 12 cm, no screws.', 'Jonas eyes, Iris tada'],
      ['Jonas', 'I can bend fifty of those on a Saturday.', 'Amara heart, Noor heart'],
      [
        'Iris',
        'The harbour office says yes, if we bring our own ladder.',
        'Amara tada, Kenji tada, Noor tada, Leila tada',
      ],
    ],
  },
  {
    channel: 'dome',
    topic: 'cold morning start',
    from: '-37 7:02',
    lines: [
      ['Leila', 'Below −8 °C the mount needs three tries to start. The third one always works.'],
      ['Mateo', 'What does it say the first two times?'],
      [
        'Leila',
        '```text\n06:41:02 drive: current limit\n06:41:09 drive: current limit\n06:41:15 drive: ok\n```',
      ],
      ['Jonas', 'Grease. It is the summer grease.'],
      ['Mateo', 'We have winter grease?'],
      ['Jonas', 'We have it since 2019. It waits for this moment.', 'Leila joy, Mateo joy'],
      [
        'Mateo',
        'Then Tuesday, before sunset. I write `warm up` into the start script until then:\n\n```sh\nmount warm-up --seconds 20 && mount start\n```',
        'Leila pray',
      ],
      ['Leila', 'It started at −11 °C on the first try. I nearly missed it.', 'Jonas tada, Mateo tada'],
    ],
  },
];
