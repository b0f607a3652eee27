import type { Conversation } from './conversation.ts';

const UNREAD = { isUnread: true };

const COVER_CODE = '```ts\nawait cover.close({ slow: true, retry: 3 });  // works, but takes 90 s\n```';

/** The topic that shows every kind of message, and the most unread ones. */
export const mirrorCover: Conversation = {
  channel: 'dome',
  topic: 'mirror cover',
  from: '-14 10:20',
  lines: [
    ['Chen', 'The cover needed three tries to close this morning. Nothing in the way, I looked.'],
    ['Bram', 'Three tries with the same sound, or did it whine?'],
    ['Chen', 'It whined, then it clicked. Log: [motor-log.txt]({file:motor-log.txt})', 'Bram eyes'],
    ['Bram', 'Stall current. I will grease the spindle on Friday.', 'Chen +1'],
    ['-11 15:30 Bram', 'Greased. Closed ten times in a row, 41 s each.', 'Chen tada, Dara tada'],
    ['Dara', 'Thank you! I put it back into the plan for tonight.'],
    ['-7 8:12 Dara', 'It stood half open at sunrise. I closed it by hand.'],
    ['Chen', 'How cold was it?'],
    ['Dara', 'Three degrees at the mirror, one outside.'],
    ['Emil', 'I can write out the current of both motors for every run, if that helps.', 'Chen +1, Bram +1'],
    ['Chen', 'It helps a lot. One line per second is enough.'],
    [
      '-3 17:45 Emil',
      'Running since today:\n\n```python\nfor motor in cover.motors:\n    record(motor.name, motor.current, sensor.temperature)\n```\n\nThe files are in `logs/cover/`, one per night.',
      'Chen pray, Bram +1',
    ],
    [
      'Chen',
      'First plot. The model is\n\n$$I(T) = I_0 + k \\cdot e^{-T/\\tau}, \\qquad \\tau = 3.1\\ \\text{K}$$\n\nand motor 1 simply does not care about $$T$$.',
      'Emil exploding_head',
    ],
    ['Iris', 'That is a nice plot of a bad motor. What would a new one cost?', '', { isStarred: true }],
    [
      'Maximiliane',
      '412 with delivery, ten days. I have the offer of last year, they would still honour it.',
    ],
    ['Iris', 'Let us try the grease first. If it stops once more, order it.', 'Maximiliane +1, Bram +1'],
    [
      '-1 16:10 Maximiliane',
      'I photographed the cover from the gallery, while it was half open:\n\n[cover-half-open.png]({file:cover-half-open.png})\n[motor.png]({file:motor.png})',
    ],
    [
      '16:21 Nour',
      'المحرك الثاني يسحب تياراً أعلى عندما تنخفض الحرارة عن `5 °C`.\n\n@_**Chen Wei** wrote:\n```quote\nHow cold was it?\n```\nSo the grease, not the motor? This paper says so: [Linear actuators below freezing](https://journal.observatory.example/linear-actuators-below-freezing)',
      'Bram bulb, Chen bulb, Dara bulb, Iris bulb, Emil ice',
    ],
    ['16:25 Emil', ':telescope: :sparkles:'],
    [
      '16:40 Bram',
      'Measured on the bench. @**Emil Sato** please check the last line:\n\n| Temperature | Motor 1 | Motor 2 |\n|---|---:|---:|\n| 12 °C | 1.1 A | 1.2 A |\n| 4 °C | 1.2 A | 2.6 A |',
      '',
      { isStarred: true },
    ],
    [
      '+0 8:58 Dara',
      '/poll Who takes the second half of the night?\nIris and Chen\nEmil alone\nNobody, we close at two',
      '',
      {
        votes: [
          ['Iris', 0],
          ['Bram', 0],
          ['Nour', 0],
          ['Dara', 1],
          ['Emil', 2],
        ],
      },
    ],
    ['8:59 Dara', 'We meet at the dome on {time:+0 21:30} with warm clothes.'],
    ['9:00 Weather', '```spoiler Who won the star quiz\nChen\n```'],
    [
      '9:02 Chen',
      'The cover stops at 40 % again. The log says the second motor draws twice the current, and only when it is colder than five degrees.',
    ],
    ['9:03 Chen', COVER_CODE, 'Bram +1, Dara +1, Emil +1, Iris eyes, Emil eyes'],
    [
      '9:14 Dara',
      'Then let us leave it open tonight and put the rain guard on. What we need is in #**dome>night plan**.',
      '',
      { before: 'Then let us leave it open tonight.' },
    ],
    ['9:32 Chen', 'It is open again, at 40 %.', '', UNREAD],
    ['9:33 Dara', 'Same on the camera. It moved a hand’s width, then it stopped.', '', UNREAD],
    ['9:35 Emil', 'The current is back to normal now, and the log is quiet.', '', UNREAD],
    ['9:36 Bram', 'I can look after lunch. Does anybody know where the spare limit switch is?', '', UNREAD],
    ['9:38 Chen', '@**Iris Lindqvist** you had it in March, in the grey box under the stairs?', '', UNREAD],
    ['9:40 Emil', 'It is in the lab. I will bring it at noon.', '', UNREAD],
  ],
};
