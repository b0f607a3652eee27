/** Examples of CommonMark that the dialect renders in another way on purpose, by reason. */
export const changed: Readonly<Record<string, readonly number[]>> = {
  'tabs become spaces, also in code': [1, 2, 3],
  'there are no backslash escapes': [
    12, 14, 15, 16, 17, 20, 21, 22, 65, 66, 76, 437, 440, 449, 452, 493, 495, 498, 500, 502, 506, 515, 634,
    637, 639,
  ],
  'there are no reference links': [
    23, 33, 317, 192, 193, 194, 195, 196, 198, 200, 201, 202, 203, 204, 205, 206, 207, 208, 210, 214, 215,
    216, 217, 218, 527, 528, 529, 530, 531, 532, 533, 534, 535, 536, 537, 538, 539, 540, 541, 542, 543, 544,
    545, 549, 550, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566, 567, 568, 569, 570,
    571, 573, 576, 577, 582, 583, 584, 585, 586, 587, 588, 589, 591, 592, 593,
  ],
  'entities stay as they are written, also in addresses and titles': [32, 503],
  'a reference to no character is text': [26],
  'HTML is text': [
    31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167,
    169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189,
    190, 191, 308, 309, 344, 475, 476, 477, 491, 494, 524, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628,
    629, 630, 631, 632, 642, 643,
  ],
  'there are no underlined headings': [
    59, 80, 81, 82, 83, 84, 86, 89, 90, 91, 92, 95, 96, 101, 102, 103, 106, 115, 141, 300,
  ],
  'a heading needs a text': [79],
  'spaces inside code stay': [121, 145, 329, 330, 335, 336, 340],
  'a closing fence must equal the opening one': [124, 143],
  'a quote runs on to the next blank line': [234, 235, 236, 237, 246, 249],
  'an empty quote line is text': [239, 240],
  'two spaces nest, and text belongs to an item by two spaces': [257, 276, 295, 310, 311, 312, 313],
  'a list marker needs a text behind it': [278, 279, 280, 281, 282, 283, 284, 315],
  'a number with a parenthesis is no list marker': [296, 297, 302],
  'all bullets continue one list': [301],
  'addresses are found without angle brackets, which stay text': [
    346, 480, 481, 526, 594, 595, 596, 597, 598, 599, 600, 601, 602, 603, 604, 605, 606, 608, 611, 612,
  ],
  'stars pair by simpler rules: within a line, bold first': [
    352, 354, 368, 369, 379, 380, 391, 392, 394, 405, 409, 412, 413, 416, 417, 419, 423, 427, 431, 432, 433,
    439, 444, 464, 466, 467, 471, 638,
  ],
  'underscores never emphasise': [
    357, 364, 373, 376, 377, 382, 389, 390, 399, 402, 403, 406, 407, 408, 424, 425, 426, 450, 453, 454, 455,
    456, 457, 458, 459, 461, 462, 463, 465, 468, 470, 479,
  ],
  'a label is plain text and a target is made complete': [
    484, 485, 486, 487, 492, 496, 499, 504, 505, 507, 516, 517, 518, 519, 520, 522,
  ],
  'only uploads become pictures': [572, 574, 575, 578, 579, 580, 581],
};
