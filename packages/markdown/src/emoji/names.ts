// Made by make-names.ts from the shortcode sets of emojibase-data and own-names.ts: change those.

/** Code and names of every emoji, the canonical name first; `*` marks codes that are text by default. */
export const EMOJI_NAMES = `
1f600 grinning happy grinning_face gleeful
1f603 smiley grinning_face_with_big_eyes glad
1f604 smile grinning_face_with_closed_eyes grinning_face_with_smiling_eyes
1f601 grin beaming_face blissful beaming_face_with_smiling_eyes
1f606 laughing satisfied lol squinting_face amused laugh grinning_squinting_face
1f605 sweat_smile grinning_face_with_sweat embarassed
1f923 rolling_on_the_floor_laughing rofl entertained
1f602 joy tears laughter_tears lmao tears_of_joy joyful haha face_with_tears_of_joy
1f642 slight_smile slightly_smiling_face pleased
1f643 upside_down oops_face upside_down_face ecstatic
1fae0 melting_face melt
1f609 wink winking_face coy
1f60a blush smiling_face_with_closed_eyes smiling_face_with_smiling_eyes
1f607 innocent halo smiling_face_with_halo
1f970 smiling_face_with_three_hearts smiling_face_with_3_hearts smiling_face_with_hearts
1f60d heart_eyes in_love smiling_face_with_heart_eyes lovestruck
1f929 star_struck star-struck grinning_face_with_star_eyes starstruck
1f618 heart_kiss blow_a_kiss kissing_heart blowing_a_kiss flirty face_blowing_a_kiss
1f617 kissing kissing_face
263a* relaxed smiling_face
1f61a kissing_closed_eyes kissing_face_with_closed_eyes loving_kiss
1f619 kissing_smiling_eyes kissing_face_with_smiling_eyes happy_kiss
1f972 smiling_face_with_tear tear_smile
1f60b yum savoring_food savour face_savoring_food
1f61b stuck_out_tongue mischievous face_with_tongue playful tongue_out
1f61c stuck_out_tongue_wink joking crazy stuck_out_tongue_winking_eye winking_face_with_tongue
1f92a zany_face zany grinning_face_with_one_large_and_one_small_eye
1f61d stuck_out_tongue_closed_eyes facetious squinting_face_with_tongue
1f911 money_mouth_face money_mouth pretentious
1f917 hug arms_open hugs hugging hugging_face smiling_face_with_open_hands
1f92d hand_over_mouth face_with_hand_over_mouth smiling_face_with_smiling_eyes_and_hand_covering_mouth
1fae2 face_with_open_eyes_and_hand_over_mouth face_with_open_eyes_hand_over_mouth gasp
1fae3 face_with_peeking_eye peek
1f92b shushing_face shush face_with_finger_covering_closed_lips shushing
1f914 thinking thinking_face wtf curious
1fae1 saluting_face salute
1f910 zipper_mouth_face zipper_mouth silenced
1f928 raised_eyebrow face_with_raised_eyebrow face_with_one_eyebrow_raised contempt
1f610 neutral neutral_face indifferent
1f611 expressionless expressionless_face apathetic
1f636 no_mouth vacant face_without_mouth
1fae5 dotted_line_face
1f636-200d-1f32b face_in_clouds in_clouds
1f60f smirk smirking_face smirking cocky
1f612 unamused unamused_face
1f644 roll_eyes rolling_eyes face_with_rolling_eyes disbelief
1f62c grimacing grimacing_face grimaced
1f62e-200d-1f4a8 face_exhaling exhale exhaling
1f925 lying_face liar lying
1fae8 shaking_face shaking
1f642-200d-2194 head_shaking_horizontally
1f642-200d-2195 head_shaking_vertically
1f60c relieved relieved_face
1f614 pensive pensive_face
1f62a sleepy sleepy_face
1f924 drooling_face drool drooling
1f634 sleeping sleeping_face exhausted
1fae9 face_with_eye_bags face_with_bags_under_eyes
1f637 mask medical_mask ill face_with_medical_mask
1f912 thermometer_face sick face_with_thermometer
1f915 face_with_head_bandage head_bandage injured
1f922 nauseated_face nauseated
1f92e vomiting_face face_vomiting vomiting face_with_open_mouth_vomiting
1f927 sneezing_face sneeze sneezing
1f975 hot_face overheating
1f976 cold_face cold freezing
1f974 woozy_face woozy
1f635 dizzy_face knocked_out face_with_crossed_out_eyes
1f635-200d-1f4ab face_with_spiral_eyes dizzy_eyes
1f92f exploding_head shocked_face_with_exploding_head shocked
1f920 cowboy_hat_face cowboy face_with_cowboy_hat cowboy_face
1f973 face_with_party_hat party partying partying_face hooray celebrating
1f978 disguised_face disguised
1f60e sunglasses smiling_face_with_sunglasses sunglasses_cool too_cool confident
1f913 nerd_face nerd
1f9d0 monocle_face face_with_monocle monocle
1f615 confused oops confused_face
1fae4 face_with_diagonal_mouth
1f61f worried worried_face
1f641 frown slight_frown slightly_frowning_face cheerless
2639* frowning_face frowning2 white_frowning_face sad
1f62e open_mouth surprise face_with_open_mouth surprised
1f62f hushed hushed_face
1f632 astonished astonished_face
1f633 flushed flushed_face
1faea distorted_face
1f97a pleading_face pleading
1f979 face_holding_back_tears watery_eyes
1f626 frowning bored frowning_face_with_open_mouth
1f627 anguished anguished_face
1f628 fearful fearful_face
1f630 cold_sweat anxious anxious_face frustrated anxious_face_with_sweat
1f625 disappointed_relieved sad_relieved_face gloomy sad_but_relieved_face
1f622 cry crying_face upset
1f62d sob weeping loudly_crying_face distressed
1f631 scream screaming_in_fear frightened face_screaming_in_fear
1f616 confounded confounded_face
1f623 persevere persevering_face persevered
1f61e disappointed disappointed_face
1f613 sweat downcast_face shamed downcast_face_with_sweat
1f629 weary weary_face
1f62b tired_face tired
1f971 yawning_face yawn yawning
1f624 triumph nose_steam annoyed hrmph face_with_steam_from_nose
1f621 rage pout enraged enraged_face
1f620 angry angry_face
1f92c cursing_face face_with_symbols_over_mouth censored face_with_symbols_on_mouth serious_face_with_symbols_covering_mouth
1f608 smiling_imp smiling_face_with_horns
1f47f imp angry_imp angry_face_with_horns
1f480 skull skeleton
2620* skull_and_crossbones skull_crossbones crossbones
1f4a9 poop pile_of_poo hankey shit poo
1f921 clown_face clown
1f479 japanese_ogre ogre
1f47a japanese_goblin goblin
1f47b ghost boo spooky scary
1f47d alien
1f47e space_invader alien_monster
1f916 robot robot_face
1f63a smiley_cat grinning_cat smiling_cat
1f638 smile_cat grinning_cat_with_closed_eyes grinning_cat_with_smiling_eyes
1f639 joy_cat tears_of_joy_cat joyful_cat cat_with_tears_of_joy
1f63b heart_eyes_cat smiling_cat_with_heart_eyes lovestruck_cat
1f63c smirk_cat wry_smile_cat smirking_cat cat_with_wry_smile
1f63d kissing_cat
1f640 scream_cat weary_cat
1f63f crying_cat_face crying_cat
1f63e pouting_cat
1f648 see_no_evil see_no_evil_monkey
1f649 hear_no_evil hear_no_evil_monkey
1f64a speak_no_evil speak_no_evil_monkey
1f48c love_letter
1f498 cupid heart_with_arrow
1f49d gift_heart heart_with_ribbon heart_ribbon
1f496 sparkling_heart
1f497 heartpulse growing_heart
1f493 heartbeat beating_heart
1f49e revolving_hearts
1f495 two_hearts
1f49f heart_decoration
2763* heavy_heart_exclamation heart_exclamation heavy_heart_exclamation_mark_ornament
1f494 broken_heart
2764-200d-1f525 heart_on_fire
2764-200d-1fa79 mending_heart
2764* heart love love_you red_heart
1fa77 pink_heart
1f9e1 orange_heart
1f49b yellow_heart
1f49a green_heart
1f499 blue_heart
1fa75 light_blue_heart
1f49c purple_heart
1f90e brown_heart
1f5a4 black_heart
1fa76 grey_heart gray_heart
1f90d white_heart
1f48b kiss kiss_mark kiss_lips
1f4af 100 hundred hundred_points
1f4a2 anger anger_symbol
1faef fight_cloud
1f4a5 boom collision
1f4ab dizzy dizzy_star
1f4a6 sweat_drops sweat_droplets
1f4a8 dash dashing_away
1f573* hole
1f4ac speech_balloon thinking_out_loud speech
1f441-200d-1f5e8 eye_speech_bubble eye_in_speech_bubble eye-in-speech-bubble eye_bubble
1f5e8* left_speech_bubble speech_left left_speech
1f5ef* right_anger_bubble anger_right right_anger_speech
1f4ad thought my_two_cents thought_balloon
1f4a4 zzz
1f44b wave hello hi waving_hand
1f91a raised_back_of_hand back_of_hand raised_backhand
1f590* high_five palm raised_hand_with_fingers_splayed hand_splayed splayed_hand hand_with_fingers_splayed
270b hand raised_hand
1f596 vulcan_salute vulcan raised_hand_with_part_between_middle_and_ring_fingers spock-hand
1faf1 rightwards_hand
1faf2 leftwards_hand
1faf3 palm_down_hand palm_down
1faf4 palm_up_hand palm_up
1faf7 leftwards_pushing_hand
1faf8 rightwards_pushing_hand
1f44c ok got_it ok_hand
1f90c pinched_fingers pinch
1f90f pinching_hand
270c* v victory_hand victory
1f91e crossed_fingers fingers_crossed hand_with_index_and_middle_finger_crossed hand_with_index_and_middle_fingers_crossed
1faf0 hand_with_index_finger_and_thumb_crossed
1f91f love_you_gesture i_love_you_hand_sign
1f918 metal sign_of_the_horns the_horns
1f919 call_me_hand call_me
1f448 point_left backhand_index_pointing_left
1f449 point_right backhand_index_pointing_right
1f446 point_up_2 backhand_point_up backhand_index_pointing_up
1f595 fu middle_finger reversed_hand_with_middle_finger_extended
1f447 point_down backhand_index_pointing_down
261d* point_up index_pointing_up
1faf5 index_pointing_at_the_viewer point_forward
1f44d +1 thumbs_up like thumbsup thumbup yes y
1f44e -1 thumbs_down thumbsdown thumbdown n
270a fist power fist_raised raised_fist
1f44a fist_bump punch facepunch fist_oncoming oncoming_fist
1f91b fist_left left_facing_fist left_fist left-facing_fist
1f91c fist_right right_facing_fist right_fist right-facing_fist
1f44f clap applause clapping_hands
1f64c raised_hands praise raising_hands
1faf6 heart_hands
1f450 open_hands
1f932 palms_up_together palms_up
1f91d handshake shaking_hands
1f64f pray praying thank_you please folded_hands
270d* writing_hand
1f485 nail_care nail_polish
1f933 selfie
1f4aa muscle flexed_biceps right_bicep
1f9be mechanical_arm mech_arm
1f9bf mechanical_leg mech_leg
1f9b5 leg
1f9b6 foot
1f442 ear
1f9bb ear_with_hearing_aid hearing_aid
1f443 nose
1f9e0 brain
1fac0 anatomical_heart
1fac1 lungs
1f9b7 tooth
1f9b4 bone
1f440 eyes looking
1f441* eye
1f445 tongue
1f444 lips mouth
1fae6 biting_lip
1f476 baby
1f9d2 child
1f466 boy
1f467 girl
1f9d1 adult person
1f471 blond_haired_person person_with_blond_hair blond_haired blond_person person_blond_hair
1f468 man
1f9d4 bearded_person person_beard person_bearded
1f9d4-200d-2642 man_beard man_bearded man_with_beard
1f9d4-200d-2640 woman_beard woman_bearded woman_with_beard
1f468-200d-1f9b0 red_haired_man man_red_haired man_red_hair
1f468-200d-1f9b1 curly_haired_man man_curly_haired man_curly_hair
1f468-200d-1f9b3 white_haired_man man_white_haired man_white_hair
1f468-200d-1f9b2 bald_man man_bald
1f469 woman
1f469-200d-1f9b0 red_haired_woman woman_red_haired woman_red_hair
1f9d1-200d-1f9b0 person_red_hair red_haired red_haired_person
1f469-200d-1f9b1 curly_haired_woman woman_curly_haired woman_curly_hair
1f9d1-200d-1f9b1 person_curly_hair curly_haired curly_haired_person
1f469-200d-1f9b3 white_haired_woman woman_white_haired woman_white_hair
1f9d1-200d-1f9b3 person_white_hair white_haired white_haired_person
1f469-200d-1f9b2 bald_woman woman_bald
1f9d1-200d-1f9b2 person_bald bald bald_person
1f471-200d-2640 blond_haired_woman blonde_woman blond-haired_woman woman_blond_haired blond-haired-woman blond_woman woman_blond_hair
1f471-200d-2642 blond_haired_man blond-haired_man man_blond_haired blond-haired-man blond_man man_blond_hair
1f9d3 older_adult older_person
1f474 older_man old_man
1f475 older_woman grandma old_woman
1f64d frowning_person person_frowning
1f64d-200d-2642 frowning_man man_frowning man-frowning
1f64d-200d-2640 frowning_woman woman_frowning woman-frowning
1f64e pouting_face person_pouting person_with_pouting_face pouting
1f64e-200d-2642 pouting_man man_pouting man-pouting
1f64e-200d-2640 pouting_woman woman_pouting woman-pouting
1f645 no_good person_gesturing_no
1f645-200d-2642 ng_man no_good_man man_gesturing_no man-gesturing-no
1f645-200d-2640 ng_woman no_good_woman woman_gesturing_no woman-gesturing-no
1f646 ok_person person_gesturing_ok
1f646-200d-2642 ok_man man_gesturing_ok man-gesturing-ok
1f646-200d-2640 ok_woman woman_gesturing_ok woman-gesturing-ok
1f481 information_desk_person tipping_hand_person person_tipping_hand
1f481-200d-2642 sassy_man tipping_hand_man man_tipping_hand man-tipping-hand
1f481-200d-2640 sassy_woman tipping_hand_woman woman_tipping_hand woman-tipping-hand
1f64b raising_hand person_raising_hand
1f64b-200d-2642 raising_hand_man man_raising_hand man-raising-hand
1f64b-200d-2640 raising_hand_woman woman_raising_hand woman-raising-hand
1f9cf deaf_person person_deaf
1f9cf-200d-2642 deaf_man man_deaf
1f9cf-200d-2640 deaf_woman woman_deaf
1f647 bow person_bowing
1f647-200d-2642 bowing_man man_bowing man-bowing
1f647-200d-2640 bowing_woman woman_bowing woman-bowing
1f926 face_palm facepalm person_facepalming
1f926-200d-2642 man_facepalming man-facepalming
1f926-200d-2640 woman_facepalming woman-facepalming
1f937 shrug person_shrugging
1f937-200d-2642 man_shrugging man-shrugging
1f937-200d-2640 woman_shrugging woman-shrugging
1f9d1-200d-2695 health_worker person_health_worker
1f468-200d-2695 man_health_worker male-doctor
1f469-200d-2695 woman_health_worker female-doctor
1f9d1-200d-1f393 student person_student
1f468-200d-1f393 man_student male-student
1f469-200d-1f393 woman_student female-student
1f9d1-200d-1f3eb teacher person_teacher
1f468-200d-1f3eb man_teacher male-teacher
1f469-200d-1f3eb woman_teacher female-teacher
1f9d1-200d-2696 judge person_judge
1f468-200d-2696 man_judge male-judge
1f469-200d-2696 woman_judge female-judge
1f9d1-200d-1f33e farmer person_farmer
1f468-200d-1f33e man_farmer male-farmer
1f469-200d-1f33e woman_farmer female-farmer
1f9d1-200d-1f373 cook person_cook
1f468-200d-1f373 man_cook male-cook
1f469-200d-1f373 woman_cook female-cook
1f9d1-200d-1f527 mechanic person_mechanic
1f468-200d-1f527 man_mechanic male-mechanic
1f469-200d-1f527 woman_mechanic female-mechanic
1f9d1-200d-1f3ed factory_worker person_factory_worker
1f468-200d-1f3ed man_factory_worker male-factory-worker
1f469-200d-1f3ed woman_factory_worker female-factory-worker
1f9d1-200d-1f4bc office_worker person_office_worker
1f468-200d-1f4bc man_office_worker male-office-worker
1f469-200d-1f4bc woman_office_worker female-office-worker
1f9d1-200d-1f52c scientist person_scientist
1f468-200d-1f52c man_scientist male-scientist
1f469-200d-1f52c woman_scientist female-scientist
1f9d1-200d-1f4bb technologist person_technologist
1f468-200d-1f4bb man_technologist male-technologist
1f469-200d-1f4bb woman_technologist female-technologist
1f9d1-200d-1f3a4 singer person_singer
1f468-200d-1f3a4 man_singer male-singer
1f469-200d-1f3a4 woman_singer female-singer
1f9d1-200d-1f3a8 artist person_artist
1f468-200d-1f3a8 man_artist male-artist
1f469-200d-1f3a8 woman_artist female-artist
1f9d1-200d-2708 pilot person_pilot
1f468-200d-2708 man_pilot male-pilot
1f469-200d-2708 woman_pilot female-pilot
1f9d1-200d-1f680 astronaut person_astronaut
1f468-200d-1f680 man_astronaut male-astronaut
1f469-200d-1f680 woman_astronaut female-astronaut
1f9d1-200d-1f692 firefighter person_firefighter
1f468-200d-1f692 man_firefighter male-firefighter
1f469-200d-1f692 woman_firefighter female-firefighter
1f46e cop police_officer
1f46e-200d-2642 policeman man_police_officer male-police-officer
1f46e-200d-2640 policewoman woman_police_officer female-police-officer
1f575* detective spy sleuth_or_spy
1f575-200d-2642 male_detective man_detective male-detective
1f575-200d-2640 female_detective woman_detective female-detective
1f482 guard
1f482-200d-2642 guardsman man_guard male-guard
1f482-200d-2640 guardswoman woman_guard female-guard
1f977 ninja
1f477 construction_worker
1f477-200d-2642 construction_worker_man man_construction_worker male-construction-worker
1f477-200d-2640 construction_worker_woman woman_construction_worker female-construction-worker
1fac5 person_with_crown royalty
1f934 prince
1f478 princess
1f473 person_with_turban person_wearing_turban person_turban
1f473-200d-2642 man_with_turban man_wearing_turban man-wearing-turban man_turban
1f473-200d-2640 woman_with_turban woman_wearing_turban woman-wearing-turban woman_turban
1f472 man_with_gua_pi_mao man_with_chinese_cap person_with_skullcap man_chinese_cap
1f9d5 woman_with_headscarf person_with_headscarf woman_headscarf
1f935 person_in_tuxedo man_tuxedo
1f935-200d-2642 man_in_tuxedo
1f935-200d-2640 woman_in_tuxedo
1f470 person_with_veil person_veiled_bride bride_veil
1f470-200d-2642 man_with_veil man_veiled_bride
1f470-200d-2640 bride_with_veil woman_with_veil woman_veiled_bride
1f930 pregnant_woman expecting_woman
1fac3 pregnant_man
1fac4 pregnant_person
1f931 breast_feeding breast-feeding
1f469-200d-1f37c woman_feeding_baby
1f468-200d-1f37c man_feeding_baby
1f9d1-200d-1f37c person_feeding_baby
1f47c angel baby_angel
1f385 santa santa_claus
1f936 mrs_claus mother_christmas
1f9d1-200d-1f384 mx_claus
1f9b8 superhero hero
1f9b8-200d-2642 superhero_man man_superhero male_superhero man_hero
1f9b8-200d-2640 superhero_woman woman_superhero female_superhero woman_hero
1f9b9 supervillain villain
1f9b9-200d-2642 supervillain_man man_supervillain male_supervillain man_villain
1f9b9-200d-2640 supervillain_woman woman_supervillain female_supervillain woman_villain
1f9d9 mage
1f9d9-200d-2642 mage_man man_mage male_mage
1f9d9-200d-2640 mage_woman woman_mage female_mage
1f9da fairy
1f9da-200d-2642 fairy_man man_fairy male_fairy
1f9da-200d-2640 fairy_woman woman_fairy female_fairy
1f9db vampire
1f9db-200d-2642 vampire_man man_vampire male_vampire
1f9db-200d-2640 vampire_woman woman_vampire female_vampire
1f9dc merperson
1f9dc-200d-2642 merman
1f9dc-200d-2640 mermaid
1f9dd elf
1f9dd-200d-2642 elf_man man_elf male_elf
1f9dd-200d-2640 elf_woman woman_elf female_elf
1f9de genie
1f9de-200d-2642 genie_man man_genie male_genie
1f9de-200d-2640 genie_woman woman_genie female_genie
1f9df zombie
1f9df-200d-2642 zombie_man man_zombie male_zombie
1f9df-200d-2640 zombie_woman woman_zombie female_zombie
1f9cc troll
1fac8 hairy_creature
1f486 massage person_getting_massage
1f486-200d-2642 massage_man man_getting_face_massage man_getting_massage man-getting-massage
1f486-200d-2640 massage_woman woman_getting_face_massage woman_getting_massage woman-getting-massage
1f487 haircut person_getting_haircut
1f487-200d-2642 haircut_man man_getting_haircut man-getting-haircut
1f487-200d-2640 haircut_woman woman_getting_haircut woman-getting-haircut
1f6b6 walking person_walking
1f6b6-200d-2642 walking_man man_walking man-walking
1f6b6-200d-2640 walking_woman woman_walking woman-walking
1f6b6-200d-27a1 person_walking_facing_right person_walking_right
1f6b6-200d-2640-200d-27a1 woman_walking_facing_right woman_walking_right
1f6b6-200d-2642-200d-27a1 man_walking_facing_right man_walking_right
1f9cd standing_person person_standing standing
1f9cd-200d-2642 standing_man man_standing
1f9cd-200d-2640 standing_woman woman_standing
1f9ce kneeling_person person_kneeling kneeling
1f9ce-200d-2642 kneeling_man man_kneeling
1f9ce-200d-2640 kneeling_woman woman_kneeling
1f9ce-200d-27a1 person_kneeling_facing_right person_kneeling_right
1f9ce-200d-2640-200d-27a1 woman_kneeling_facing_right woman_kneeling_right
1f9ce-200d-2642-200d-27a1 man_kneeling_facing_right man_kneeling_right
1f9d1-200d-1f9af person_with_probing_cane person_with_white_cane person_probing_cane
1f9d1-200d-1f9af-200d-27a1 person_with_white_cane_facing_right person_with_white_cane_right
1f468-200d-1f9af man_with_probing_cane man_with_white_cane man_probing_cane
1f468-200d-1f9af-200d-27a1 man_with_white_cane_facing_right man_with_white_cane_right
1f469-200d-1f9af woman_with_probing_cane woman_with_white_cane woman_probing_cane
1f469-200d-1f9af-200d-27a1 woman_with_white_cane_facing_right woman_with_white_cane_right
1f9d1-200d-1f9bc person_in_motorized_wheelchair person_motor_wheelchair
1f9d1-200d-1f9bc-200d-27a1 person_in_motorized_wheelchair_facing_right person_in_motorized_wheelchair_right
1f468-200d-1f9bc man_in_motorized_wheelchair man_motor_wheelchair
1f468-200d-1f9bc-200d-27a1 man_in_motorized_wheelchair_facing_right man_in_motorized_wheelchair_right
1f469-200d-1f9bc woman_in_motorized_wheelchair woman_motor_wheelchair
1f469-200d-1f9bc-200d-27a1 woman_in_motorized_wheelchair_facing_right woman_in_motorized_wheelchair_right
1f9d1-200d-1f9bd person_in_manual_wheelchair person_wheelchair
1f9d1-200d-1f9bd-200d-27a1 person_in_manual_wheelchair_facing_right person_in_manual_wheelchair_right
1f468-200d-1f9bd man_in_manual_wheelchair man_wheelchair
1f468-200d-1f9bd-200d-27a1 man_in_manual_wheelchair_facing_right man_in_manual_wheelchair_right
1f469-200d-1f9bd woman_in_manual_wheelchair woman_wheelchair
1f469-200d-1f9bd-200d-27a1 woman_in_manual_wheelchair_facing_right woman_in_manual_wheelchair_right
1f3c3 runner running person_running
1f3c3-200d-2642 running_man man_running man-running
1f3c3-200d-2640 running_woman woman_running woman-running
1f3c3-200d-27a1 person_running_facing_right person_running_right
1f3c3-200d-2640-200d-27a1 woman_running_facing_right woman_running_right
1f3c3-200d-2642-200d-27a1 man_running_facing_right man_running_right
1f9d1-200d-1fa70 ballet_dancer
1f483 dancer woman_dancing
1f57a man_dancing male_dancer
1f574* business_suit_levitating levitate man_in_business_suit_levitating levitating person_in_suit_levitating
1f46f dancers people_with_bunny_ears_partying people_bunny_ears_partying people_with_bunny_ears
1f46f-200d-2642 dancing_men men_with_bunny_ears_partying men-with-bunny-ears-partying man-with-bunny-ears-partying men_bunny_ears_partying men_with_bunny_ears
1f46f-200d-2640 dancing_women women_with_bunny_ears_partying women-with-bunny-ears-partying woman-with-bunny-ears-partying women_bunny_ears_partying women_with_bunny_ears
1f9d6 sauna_person person_in_steamy_room person_steamy_room
1f9d6-200d-2642 sauna_man man_in_steamy_room man_steamy_room
1f9d6-200d-2640 sauna_woman woman_in_steamy_room woman_steamy_room
1f9d7 climbing person_climbing
1f9d7-200d-2642 climbing_man man_climbing
1f9d7-200d-2640 climbing_woman woman_climbing
1f93a person_fencing fencer fencing
1f3c7 horse_racing
26f7* skier person_skiing skiing
1f3c2 snowboarder person_snowboarding snowboarding
1f3cc* golfing person_golfing golfer
1f3cc-200d-2642 golfing_man man_golfing man-golfing
1f3cc-200d-2640 golfing_woman woman_golfing woman-golfing
1f3c4 surfer person_surfing surfing
1f3c4-200d-2642 surfing_man man_surfing man-surfing
1f3c4-200d-2640 surfing_woman woman_surfing woman-surfing
1f6a3 rowboat person_rowing_boat
1f6a3-200d-2642 rowing_man man_rowing_boat man-rowing-boat
1f6a3-200d-2640 rowing_woman woman_rowing_boat woman-rowing-boat
1f3ca swimmer person_swimming swimming
1f3ca-200d-2642 swimming_man man_swimming man-swimming
1f3ca-200d-2640 swimming_woman woman_swimming woman-swimming
26f9* bouncing_ball_person person_bouncing_ball basketball_player person_with_ball
26f9-200d-2642 basketball_man bouncing_ball_man man_bouncing_ball man-bouncing-ball
26f9-200d-2640 basketball_woman bouncing_ball_woman woman_bouncing_ball woman-bouncing-ball
1f3cb* weight_lifting person_lifting_weights lifter weight_lifter
1f3cb-200d-2642 weight_lifting_man man_lifting_weights man-lifting-weights
1f3cb-200d-2640 weight_lifting_woman woman_lifting_weights woman-lifting-weights
1f6b4 bicyclist person_biking biking
1f6b4-200d-2642 biking_man man_biking man-biking
1f6b4-200d-2640 biking_woman woman_biking woman-biking
1f6b5 mountain_bicyclist person_mountain_biking mountain_biking
1f6b5-200d-2642 mountain_biking_man man_mountain_biking man-mountain-biking
1f6b5-200d-2640 mountain_biking_woman woman_mountain_biking woman-mountain-biking
1f938 cartwheeling person_doing_cartwheel cartwheel person_cartwheel person_cartwheeling
1f938-200d-2642 man_cartwheeling man-cartwheeling
1f938-200d-2640 woman_cartwheeling woman-cartwheeling
1f93c wrestling people_wrestling wrestlers
1f93c-200d-2642 men_wrestling man-wrestling
1f93c-200d-2640 women_wrestling woman-wrestling
1f93d water_polo person_playing_water_polo person_water_polo
1f93d-200d-2642 man_playing_water_polo man-playing-water-polo man_water_polo
1f93d-200d-2640 woman_playing_water_polo woman-playing-water-polo woman_water_polo
1f93e handball_person person_playing_handball handball person_handball
1f93e-200d-2642 man_playing_handball man-playing-handball man_handball
1f93e-200d-2640 woman_playing_handball woman-playing-handball woman_handball
1f939 juggling_person person_juggling juggling juggler
1f939-200d-2642 man_juggling man-juggling
1f939-200d-2640 woman_juggling woman-juggling
1f9d8 lotus_position person_in_lotus_position person_lotus_position
1f9d8-200d-2642 lotus_position_man man_in_lotus_position man_lotus_position
1f9d8-200d-2640 lotus_position_woman woman_in_lotus_position woman_lotus_position
1f6c0 bath person_taking_bath
1f6cc sleeping_bed sleeping_accommodation person_in_bed in_bed
1f9d1-200d-1f91d-200d-1f9d1 people_holding_hands holding_hands_people
1f46d two_women_holding_hands women_holding_hands holding_hands_ww
1f46b couple man_and_woman_holding_hands woman_and_man_holding_hands holding_hands_mw holding_hands_wm
1f46c two_men_holding_hands men_holding_hands holding_hands_mm
1f48f couplekiss couple_kiss
1f469-200d-2764-200d-1f48b-200d-1f468 couplekiss_man_woman kiss_woman_man kiss_mw kiss_wm woman-kiss-man
1f468-200d-2764-200d-1f48b-200d-1f468 couplekiss_man_man kiss_mm couplekiss_mm kiss_man_man man-kiss-man
1f469-200d-2764-200d-1f48b-200d-1f469 couplekiss_woman_woman kiss_ww couplekiss_ww woman-kiss-woman kiss_woman_woman
1f491 couple_with_heart couple_heart
1f469-200d-2764-200d-1f468 couple_with_heart_woman_man couple_with_heart_mw couple_with_heart_wm woman-heart-man couple_mw couple_wm
1f468-200d-2764-200d-1f468 couple_with_heart_man_man couple_mm couple_with_heart_mm man-heart-man
1f469-200d-2764-200d-1f469 couple_with_heart_woman_woman couple_ww couple_with_heart_ww woman-heart-woman
1f468-200d-1f469-200d-1f466 family_man_woman_boy family_mwb man-woman-boy
1f468-200d-1f469-200d-1f467 family_man_woman_girl family_mwg man-woman-girl
1f468-200d-1f469-200d-1f467-200d-1f466 family_man_woman_girl_boy family_mwgb man-woman-girl-boy
1f468-200d-1f469-200d-1f466-200d-1f466 family_man_woman_boy_boy family_mwbb man-woman-boy-boy
1f468-200d-1f469-200d-1f467-200d-1f467 family_man_woman_girl_girl family_mwgg man-woman-girl-girl
1f468-200d-1f468-200d-1f466 family_man_man_boy family_mmb man-man-boy
1f468-200d-1f468-200d-1f467 family_man_man_girl family_mmg man-man-girl
1f468-200d-1f468-200d-1f467-200d-1f466 family_man_man_girl_boy family_mmgb man-man-girl-boy
1f468-200d-1f468-200d-1f466-200d-1f466 family_man_man_boy_boy family_mmbb man-man-boy-boy
1f468-200d-1f468-200d-1f467-200d-1f467 family_man_man_girl_girl family_mmgg man-man-girl-girl
1f469-200d-1f469-200d-1f466 family_woman_woman_boy family_wwb woman-woman-boy
1f469-200d-1f469-200d-1f467 family_woman_woman_girl family_wwg woman-woman-girl
1f469-200d-1f469-200d-1f467-200d-1f466 family_woman_woman_girl_boy family_wwgb woman-woman-girl-boy
1f469-200d-1f469-200d-1f466-200d-1f466 family_woman_woman_boy_boy family_wwbb woman-woman-boy-boy
1f469-200d-1f469-200d-1f467-200d-1f467 family_woman_woman_girl_girl family_wwgg woman-woman-girl-girl
1f468-200d-1f466 family_man_boy family_mb man-boy
1f468-200d-1f466-200d-1f466 family_man_boy_boy family_mbb man-boy-boy
1f468-200d-1f467 family_man_girl family_mg man-girl
1f468-200d-1f467-200d-1f466 family_man_girl_boy family_mgb man-girl-boy
1f468-200d-1f467-200d-1f467 family_man_girl_girl family_mgg man-girl-girl
1f469-200d-1f466 family_woman_boy family_wb woman-boy
1f469-200d-1f466-200d-1f466 family_woman_boy_boy family_wbb woman-boy-boy
1f469-200d-1f467 family_woman_girl family_wg woman-girl
1f469-200d-1f467-200d-1f466 family_woman_girl_boy family_wgb woman-girl-boy
1f469-200d-1f467-200d-1f467 family_woman_girl_girl family_wgg woman-girl-girl
1f5e3* speaking_head speaking_head_in_silhouette
1f464 bust_in_silhouette bust_silhouette
1f465 busts_in_silhouette busts_silhouette
1fac2 people_hugging
1f46a family
1f9d1-200d-1f9d1-200d-1f9d2 family_adult_adult_child family_aac
1f9d1-200d-1f9d1-200d-1f9d2-200d-1f9d2 family_adult_adult_child_child family_aacc
1f9d1-200d-1f9d2 family_adult_child family_aa family_ac
1f9d1-200d-1f9d2-200d-1f9d2 family_adult_child_child family_acc
1f463 footprints
1fac6 fingerprint
1f435 monkey_face
1f412 monkey
1f98d gorilla
1f9a7 orangutan
1f436 dog dog_face
1f415 dog2
1f9ae guide_dog
1f415-200d-1f9ba service_dog
1f429 poodle
1f43a wolf wolf_face
1f98a fox_face fox
1f99d raccoon
1f431 cat cat_face
1f408 cat2
1f408-200d-2b1b black_cat
1f981 lion lion_face
1f42f tiger tiger_face
1f405 tiger2
1f406 leopard
1f434 horse horse_face
1face moose
1facf donkey
1f40e racehorse
1f984 unicorn unicorn_face
1f993 zebra zebra_face
1f98c deer
1f9ac bison
1f42e cow cow_face
1f402 ox
1f403 water_buffalo
1f404 cow2
1f437 pig pig_face
1f416 pig2
1f417 boar
1f43d pig_nose
1f40f ram
1f411 sheep ewe
1f410 goat
1f42a dromedary_camel
1f42b camel two_hump_camel
1f999 llama
1f992 giraffe giraffe_face
1f418 elephant
1f9a3 mammoth
1f98f rhinoceros rhino
1f99b hippopotamus hippo
1f42d mouse mouse_face
1f401 mouse2
1f400 rat
1f439 hamster hamster_face
1f430 rabbit rabbit_face
1f407 rabbit2
1f43f* chipmunk
1f9ab beaver
1f994 hedgehog
1f987 bat
1f43b bear bear_face
1f43b-200d-2744 polar_bear polar_bear_face
1f428 koala koala_face
1f43c panda_face panda
1f9a5 sloth
1f9a6 otter
1f9a8 skunk
1f998 kangaroo
1f9a1 badger
1f43e feet paw_prints
1f983 turkey
1f414 chicken chicken_face
1f413 rooster
1f423 hatching_chick
1f424 baby_chick
1f425 hatched_chick front_facing_baby_chick
1f426 bird bird_face
1f427 penguin penguin_face
1f54a* dove dove_of_peace
1f985 eagle
1f986 duck
1f9a2 swan
1f989 owl
1f9a4 dodo
1fab6 feather
1f9a9 flamingo
1f99a peacock
1f99c parrot
1fabd wing
1f426-200d-2b1b black_bird
1fabf goose
1f426-200d-1f525 phoenix
1f438 frog frog_face
1f40a crocodile
1f422 turtle
1f98e lizard
1f40d snake
1f432 dragon_face
1f409 dragon
1f995 sauropod
1f996 t-rex t_rex trex
1f433 whale spouting_whale
1f40b whale2
1f42c dolphin flipper
1facd orca
1f9ad seal
1f41f fish
1f420 tropical_fish
1f421 blowfish
1f988 shark
1f419 octopus
1f41a shell spiral_shell
1fab8 coral
1fabc jellyfish
1f980 crab
1f99e lobster
1f990 shrimp
1f991 squid
1f9aa oyster
1f40c snail
1f98b butterfly
1f41b bug caterpillar
1f41c ant
1f41d bee honeybee
1f41e beetle ladybug lady_beetle lady_bug
1f997 cricket
1fab3 cockroach
1f577* spider
1f578* spider_web
1f982 scorpion
1f99f mosquito
1fab0 fly
1fab1 worm
1f9a0 microbe germ
1f490 bouquet
1f338 cherry_blossom
1f4ae white_flower
1fab7 lotus
1f3f5* rosette
1f339 rose
1f940 wilted_flower wilted_rose
1f33a hibiscus
1f33b sunflower
1f33c blossom
1f337 tulip
1fabb hyacinth
1f331 seedling
1fab4 potted_plant
1f332 evergreen_tree
1f333 deciduous_tree
1f334 palm_tree
1f335 cactus
1f33e ear_of_rice sheaf_of_rice
1f33f herb
2618* shamrock
1f340 four_leaf_clover
1f341 maple_leaf
1f342 fallen_leaf
1f343 leaves leaf_fluttering_in_wind
1fab9 empty_nest nest
1faba nest_with_eggs
1f344 mushroom
1fabe leafless_tree
1f347 grapes
1f348 melon
1f349 watermelon
1f34a mandarin orange tangerine
1f34b lemon
1f34b-200d-1f7e9 lime
1f34c banana
1f34d pineapple
1f96d mango
1f34e apple red_apple
1f34f green_apple
1f350 pear
1f351 peach
1f352 cherries
1f353 strawberry
1fad0 blueberries blueberry
1f95d kiwi_fruit kiwi kiwifruit
1f345 tomato
1fad2 olive
1f965 coconut
1f951 avocado
1f346 eggplant
1f954 potato
1f955 carrot
1f33d corn ear_of_corn
1f336* hot_pepper
1fad1 bell_pepper
1f952 cucumber
1f96c leafy_green
1f966 broccoli
1f9c4 garlic
1f9c5 onion
1f95c peanuts shelled_peanut
1fad8 beans
1f330 chestnut
1fada ginger_root ginger
1fadb pea_pod pea
1f344-200d-1f7eb brown_mushroom
1fadc root_vegetable
1f35e bread
1f950 croissant
1f956 baguette_bread french_bread
1fad3 flatbread
1f968 pretzel
1f96f bagel
1f95e pancakes
1f9c7 waffle
1f9c0 cheese cheese_wedge
1f356 meat_on_bone
1f357 poultry_leg
1f969 cut_of_meat
1f953 bacon
1f354 hamburger
1f35f fries french_fries
1f355 pizza
1f32d hotdog hot_dog
1f96a sandwich
1f32e taco
1f32f burrito
1fad4 tamale
1f959 stuffed_flatbread stuffed_pita
1f9c6 falafel
1f95a egg
1f373 fried_egg cooking
1f958 shallow_pan_of_food paella
1f372 stew pot_of_food
1fad5 fondue
1f963 bowl_with_spoon bowl_spoon
1f957 green_salad salad
1f37f popcorn
1f9c8 butter
1f9c2 salt
1f96b canned_food
1f371 bento bento_box
1f358 rice_cracker
1f359 rice_ball
1f35a rice cooked_rice
1f35b curry curry_rice
1f35c ramen steaming_bowl
1f35d spaghetti
1f360 sweet_potato roasted_sweet_potato
1f362 oden
1f363 sushi
1f364 fried_shrimp
1f365 fish_cake fish_cake_with_swirl
1f96e moon_cake
1f361 dango
1f95f dumpling
1f960 fortune_cookie
1f961 takeout_box
1f366 icecream soft_serve soft_ice_cream
1f367 shaved_ice
1f368 ice_cream
1f369 doughnut
1f36a cookie
1f382 birthday birthday_cake
1f370 cake shortcake
1f9c1 cupcake
1f967 pie
1f36b chocolate_bar
1f36c candy
1f36d lollipop
1f36e custard pudding flan
1f36f honey_pot
1f37c baby_bottle
1f95b milk_glass milk glass_of_milk
2615 coffee hot_beverage
1fad6 teapot
1f375 tea teacup_without_handle
1f376 sake
1f37e champagne bottle_with_popping_cork
1f377 wine_glass
1f378 cocktail cocktail_glass
1f379 tropical_drink
1f37a beer beer_mug
1f37b beers clinking_beer_mugs
1f942 clinking_glasses champagne_glass clinking_glass
1f943 tumbler_glass whisky
1fad7 pouring_liquid pour
1f964 cup_with_straw cup_straw
1f9cb bubble_tea boba_drink
1f9c3 beverage_box juice_box
1f9c9 mate mate_drink yerba_mate
1f9ca ice_cube ice
1f962 chopsticks
1f37d* plate_with_cutlery fork_knife_plate fork_and_knife_with_plate knife_fork_plate
1f374 fork_and_knife utensils
1f944 spoon
1f52a hocho knife kitchen_knife
1fad9 jar
1f3fa amphora
1f30d earth_africa earth_europe globe_showing_europe_africa
1f30e earth_americas globe_showing_americas
1f30f earth_asia globe_showing_asia_australia
1f310 globe_with_meridians globe
1f5fa* world_map map
1f5fe japan map_of_japan japan_map
1f9ed compass
1f3d4* mountain_snow snow_capped_mountain snowy_mountain
26f0* mountain
1f6d8 landslide
1f30b volcano
1f5fb mount_fuji
1f3d5* camping
1f3d6* beach_umbrella beach beach_with_umbrella
1f3dc* desert
1f3dd* desert_island island
1f3de* national_park park
1f3df* stadium
1f3db* classical_building
1f3d7* building_construction construction_site
1f9f1 bricks brick
1faa8 rock
1fab5 wood
1f6d6 hut
1f3d8* houses homes house_buildings
1f3da* derelict_house house_abandoned derelict_house_building
1f3e0 house home
1f3e1 house_with_garden house_garden
1f3e2 office office_building
1f3e3 post_office ja_post_office japanese_post_office
1f3e4 european_post_office
1f3e5 hospital
1f3e6 bank
1f3e8 hotel
1f3e9 love_hotel
1f3ea convenience_store
1f3eb school
1f3ec department_store
1f3ed factory
1f3ef japanese_castle
1f3f0 european_castle castle
1f492 wedding
1f5fc tokyo_tower
1f5fd statue_of_liberty
26ea church
1f54c mosque
1f6d5 hindu_temple
1f54d synagogue
26e9* shinto_shrine
1f54b kaaba
26f2 fountain
26fa tent
1f301 foggy
1f303 night_with_stars night_stars
1f3d9* cityscape
1f304 sunrise_over_mountains
1f305 sunrise
1f306 city_sunset city_dusk dusk cityscape_at_dusk
1f307 city_sunrise sunset
1f309 bridge_at_night
2668* hotsprings hot_springs
1f3a0 carousel_horse
1f6dd playground_slide slide
1f3a1 ferris_wheel
1f3a2 roller_coaster
1f488 barber barber_pole
1f3aa circus_tent
1f682 steam_locomotive locomotive
1f683 railway_car
1f684 bullettrain_side high_speed_train
1f685 bullettrain_front bullet_train bullettrain
1f686 train2
1f687 metro
1f688 light_rail
1f689 station
1f68a tram
1f69d monorail
1f69e mountain_railway
1f68b train tram_car
1f68c bus school_bus
1f68d oncoming_bus
1f68e trolleybus
1f690 minibus
1f691 ambulance
1f692 fire_engine
1f693 police_car
1f694 oncoming_police_car
1f695 taxi
1f696 oncoming_taxi
1f697 car red_car automobile
1f698 oncoming_automobile
1f699 blue_car suv sport_utility_vehicle
1f6fb pickup_truck
1f69a truck delivery_truck
1f69b articulated_lorry lorry
1f69c tractor
1f3ce* racing_car race_car
1f3cd* motorcycle racing_motorcycle
1f6f5 motor_scooter motorbike
1f9bd manual_wheelchair
1f9bc motorized_wheelchair motor_wheelchair
1f6fa auto_rickshaw
1f6b2 bike bicycle
1f6f4 kick_scooter scooter
1f6f9 skateboard
1f6fc roller_skate
1f68f busstop bus_stop
1f6e3* motorway
1f6e4* railway_track railroad_track
1f6e2* oil_drum oil
26fd fuelpump fuel_pump
1f6de wheel
1f6a8 rotating_light police_light police_car_light
1f6a5 traffic_light horizontal_traffic_light
1f6a6 vertical_traffic_light
1f6d1 stop_sign octagonal_sign
1f6a7 construction
2693 anchor
1f6df ring_buoy lifebuoy
26f5 boat sailboat
1f6f6 canoe kayak
1f6a4 speedboat
1f6f3* passenger_ship cruise_ship
26f4* ferry
1f6e5* motor_boat motorboat
1f6a2 ship
2708* airplane
1f6e9* small_airplane airplane_small
1f6eb flight_departure airplane_departure
1f6ec flight_arrival airplane_arriving airplane_arrival
1fa82 parachute
1f4ba seat
1f681 helicopter
1f69f suspension_railway
1f6a0 mountain_cableway
1f6a1 aerial_tramway
1f6f0* artificial_satellite satellite_orbital
1f680 rocket
1f6f8 flying_saucer
1f6ce* bellhop_bell bellhop
1f9f3 luggage
231b hourglass_done
23f3 time_ticking hourglass hourglass_flowing_sand hourglass_flowing hourglass_not_done
231a watch
23f0 alarm_clock
23f1* stopwatch
23f2* timer_clock timer
1f570* mantelpiece_clock mantlepiece_clock
1f55b clock12 twelve_oclock
1f567 clock1230 twelve_thirty
1f550 clock1 one_oclock
1f55c clock130 one_thirty
1f551 clock2 two_oclock
1f55d clock230 two_thirty
1f552 time clock clock3 three_oclock
1f55e clock330 three_thirty
1f553 clock4 four_oclock
1f55f clock430 four_thirty
1f554 clock5 five_oclock
1f560 clock530 five_thirty
1f555 clock6 six_oclock
1f561 clock630 six_thirty
1f556 clock7 seven_oclock
1f562 clock730 seven_thirty
1f557 clock8 eight_oclock
1f563 clock830 eight_thirty
1f558 clock9 nine_oclock
1f564 clock930 nine_thirty
1f559 clock10 ten_oclock
1f565 clock1030 ten_thirty
1f55a clock11 eleven_oclock
1f566 clock1130 eleven_thirty
1f311 new_moon
1f312 waxing_crescent_moon
1f313 first_quarter_moon
1f314 moon waxing_gibbous_moon
1f315 full_moon
1f316 waning_gibbous_moon
1f317 last_quarter_moon
1f318 waning_crescent_moon
1f319 crescent_moon
1f31a new_moon_with_face new_moon_face
1f31b first_quarter_moon_with_face first_quarter_moon_face
1f31c last_quarter_moon_with_face last_quarter_moon_face
1f321* thermometer
2600* sunny sun
1f31d full_moon_with_face full_moon_face
1f31e sun_with_face sun_face
1fa90 ringed_planet saturn
2b50 star
1f31f glowing_star star2
1f320 stars shooting_star star3
1f30c milky_way
2601* cloud
26c5 partly_sunny sun_behind_cloud
26c8* cloud_with_lightning_and_rain thunder_cloud_rain thunder_cloud_and_rain stormy storm
1f324* sun_behind_small_cloud white_sun_small_cloud white_sun_with_small_cloud mostly_sunny sun_small_cloud overcast
1f325* sun_behind_large_cloud white_sun_cloud white_sun_behind_cloud cloudy barely_sunny
1f326* sun_behind_rain_cloud white_sun_rain_cloud white_sun_behind_cloud_with_rain sun_and_rain partly_sunny_rain sunshower
1f327* cloud_with_rain cloud_rain rainy rain_cloud rain
1f328* cloud_with_snow cloud_snow snowy snow_cloud snow
1f329* cloud_with_lightning cloud_lightning lightning lightning_cloud
1f32a* tornado cloud_tornado cloud_with_tornado tornado_cloud
1f32b* fog
1f32c* wind_face wind_blowing_face
1f300 cyclone
1f308 rainbow
1f302 closed_umbrella
2602* open_umbrella umbrella2
2614 umbrella umbrella_with_rain umbrella_with_rain_drops umbrella_rain
26f1* parasol_on_ground umbrella_on_ground
26a1 zap high_voltage
2744* snowflake
2603* snowman_with_snow snowman2 snowy_snowman
26c4 snowman snowman_without_snow
2604* comet
1f525 fire lit hot flame
1f4a7 droplet
1f30a ocean water_wave
1f383 jack_o_lantern
1f384 christmas_tree xmas_tree
1f386 fireworks
1f387 sparkler
1f9e8 firecracker
2728 sparkles glamour
1f388 balloon celebration
1f389 tada party_popper
1f38a confetti_ball
1f38b tanabata_tree
1f38d bamboo pine_decor pine_decoration
1f38e dolls japanese_dolls
1f38f flags carp_streamer
1f390 wind_chime
1f391 rice_scene moon_ceremony moon_viewing_ceremony
1f9e7 red_envelope
1f380 ribbon
1f381 gift present wrapped_gift
1f397* reminder_ribbon
1f39f* tickets admission_tickets admission
1f3ab ticket
1f396* medal_military military_medal
1f3c6 trophy winner
1f3c5 medal_sports medal sports_medal
1f947 1st_place_medal first_place first_place_medal 1st
1f948 2nd_place_medal second_place second_place_medal 2nd
1f949 3rd_place_medal third_place third_place_medal 3rd
26bd soccer soccer_ball
26be baseball
1f94e softball
1f3c0 basketball
1f3d0 volleyball
1f3c8 football american_football
1f3c9 rugby_football rugby
1f3be tennis
1f94f flying_disc
1f3b3 bowling
1f3cf cricket_game cricket_bat_ball cricket_bat_and_ball
1f3d1 field_hockey field_hockey_stick_and_ball
1f3d2 ice_hockey hockey ice_hockey_stick_and_puck
1f94d lacrosse
1f3d3 ping_pong table_tennis table_tennis_paddle_and_ball
1f3f8 badminton badminton_racquet_and_shuttlecock
1f94a boxing_glove boxing_gloves
1f94b martial_arts_uniform karate_uniform
1f945 goal_net goal
26f3 golf flag_in_hole
26f8* ice_skate
1f3a3 fishing_pole_and_fish fishing_pole
1f93f diving_mask scuba_mask
1f3bd running_shirt_with_sash running_shirt
1f3bf ski skis
1f6f7 sled
1f94c curling_stone
1f3af dart direct_hit bullseye
1fa80 yo_yo yo-yo yoyo
1fa81 kite
1f52b gun pistol water_pistol
1f3b1 8ball billiards pool_8_ball
1f52e crystal_ball
1fa84 magic_wand wand
1f3ae video_game controller
1f579* joystick
1f3b0 slot_machine
1f3b2 game_die
1f9e9 jigsaw puzzle_piece
1f9f8 teddy_bear
1fa85 pinata
1faa9 mirror_ball disco disco_ball
1fa86 nesting_dolls
2660* spades spade_suit
2665* hearts heart_suit
2666* diamonds diamond_suit
2663* clubs club_suit
265f* chess_pawn
1f0cf black_joker joker
1f004 mahjong mahjong_red_dragon
1f3b4 flower_playing_cards flower_cards
1f3ad performing_arts
1f5bc* framed_picture frame_photo frame_with_picture
1f3a8 art palette artist_palette
1f9f5 thread spool
1faa1 sewing_needle
1f9f6 yarn
1faa2 knot
1f453 eyeglasses glasses
1f576* dark_sunglasses
1f97d goggles
1f97c lab_coat
1f9ba safety_vest
1f454 necktie tie
1f455 shirt tshirt t_shirt
1f456 jeans
1f9e3 scarf
1f9e4 gloves
1f9e5 coat
1f9e6 socks
1f457 dress
1f458 kimono
1f97b sari
1fa71 one_piece_swimsuit one-piece_swimsuit
1fa72 swim_brief briefs
1fa73 shorts
1f459 bikini
1f45a womans_clothes blouse
1faad folding_hand_fan folding_fan
1f45b purse
1f45c handbag
1f45d pouch clutch_bag
1f6cd* shopping shopping_bags
1f392 school_satchel backpack
1fa74 thong_sandal
1f45e mans_shoe shoe dress_shoe
1f45f athletic_shoe running_shoe sneaker
1f97e hiking_boot
1f97f flat_shoe womans_flat_shoe
1f460 high_heel high_heeled_shoe
1f461 sandal womans_sandal
1fa70 ballet_shoes
1f462 boot womans_boot
1faae hair_pick
1f451 crown
1f452 womans_hat
1f3a9 tophat top_hat
1f393 mortar_board graduation_cap
1f9e2 billed_cap
1fa96 military_helmet
26d1* rescue_worker_helmet helmet_with_cross helmet_with_white_cross helmet_cross rescue_workers_helmet
1f4ff prayer_beads
1f484 lipstick
1f48d ring
1f48e gem gem_stone
1f507 mute muted_speaker no_sound
1f508 speaker low_volume quiet_sound low_sound speaker_low_volume
1f509 sound medium_volumne speaker_medium_volume
1f50a loud_sound high_volume speaker_high_volume
1f4e2 loudspeaker
1f4e3 mega megaphone
1f4ef postal_horn
1f514 bell
1f515 no_bell bell_with_slash
1f3bc musical_score
1f3b5 musical_note
1f3b6 notes musical_notes
1f399* studio_microphone microphone2
1f39a* level_slider
1f39b* control_knobs
1f3a4 microphone
1f3a7 headphones headphone
1f4fb radio
1f3b7 saxophone
1f3ba trumpet
1fa8a trombone
1fa97 accordion
1f3b8 guitar
1f3b9 musical_keyboard
1f3bb violin
1fa95 banjo
1f941 drum drum_with_drumsticks
1fa98 long_drum
1fa87 maracas
1fa88 flute
1fa89 harp
1f4f1 iphone mobile_phone android mobile
1f4f2 calling mobile_phone_arrow mobile_calling mobile_phone_with_arrow
260e* phone telephone
1f4de telephone_receiver
1f4df pager
1f4e0 fax fax_machine
1f50b battery
1faab low_battery
1f50c electric_plug
1f4bb computer laptop
1f5a5* desktop_computer desktop
1f5a8* printer
2328* keyboard
1f5b1* computer_mouse mouse_three_button three_button_mouse
1f5b2* trackball
1f4bd minidisc computer_disk
1f4be floppy_disk
1f4bf cd optical_disk disk
1f4c0 dvd
1f9ee abacus
1f3a5 movie_camera
1f39e* film_strip film_frames
1f4fd* film_projector projector
1f3ac clapper clapper_board
1f4fa tv television
1f4f7 camera
1f4f8 camera_flash camera_with_flash
1f4f9 video_camera
1f4fc vhs videocassette
1f50d search find magnifying_glass mag magnifying_glass_tilted_left
1f50e mag_right magnifying_glass_tilted_right
1f56f* candle
1f4a1 light_bulb bulb idea
1f526 flashlight
1f3ee izakaya_lantern lantern red_paper_lantern red_lantern
1fa94 diya_lamp
1f4d4 notebook_with_decorative_cover decorative_notebook
1f4d5 closed_book
1f4d6 book open_book
1f4d7 green_book
1f4d8 blue_book
1f4d9 orange_book
1f4da books
1f4d3 notebook
1f4d2 ledger
1f4c3 page_with_curl page_curl
1f4dc scroll
1f4c4 page_facing_up
1f4f0 newspaper
1f5de* newspaper_roll newspaper2 rolled_up_newspaper rolled_newspaper
1f4d1 bookmark_tabs
1f516 bookmark
1f3f7* label
1fa99 coin
1f4b0 moneybag money_bag
1fa8e treasure_chest
1f4b4 yen yen_banknote
1f4b5 dollar dollar_banknote
1f4b6 euro euro_banknote
1f4b7 pound pound_banknote
1f4b8 money_with_wings money_wings
1f4b3 credit_card
1f9fe receipt
1f4b9 chart ja_chart chart_increasing_with_yen
2709* envelope
1f4e7 e-mail email e_mail
1f4e8 incoming_envelope
1f4e9 envelope_with_arrow envelope_arrow
1f4e4 outbox_tray
1f4e5 inbox_tray
1f4e6 package
1f4eb mailbox closed_mailbox_with_raised_flag
1f4ea mailbox_closed closed_mailbox_with_lowered_flag
1f4ec mailbox_with_mail mailbox_mail open_mailbox_with_raised_flag
1f4ed mailbox_with_no_mail mailbox_no_mail open_mailbox_with_lowered_flag
1f4ee postbox
1f5f3* ballot_box ballot_box_with_ballot
270f* pencil2
2712* black_nib
1f58b* fountain_pen pen_fountain lower_left_fountain_pen
1f58a* pen pen_ballpoint lower_left_ballpoint_pen
1f58c* paintbrush lower_left_paintbrush
1f58d* crayon lower_left_crayon
1f4dd memo note pencil
1f4bc briefcase
1f4c1 file_folder
1f4c2 open_file_folder
1f5c2* card_index_dividers dividers
1f4c5 calendar date
1f4c6 torn_calendar tear_off_calendar
1f5d2* spiral_notepad notepad_spiral spiral_note_pad
1f5d3* spiral_calendar calendar_spiral spiral_calendar_pad
1f4c7 card_index
1f4c8 chart_with_upwards_trend chart_increasing chart_up
1f4c9 chart_with_downwards_trend chart_decreasing chart_down
1f4ca bar_chart
1f4cb clipboard
1f4cc pushpin
1f4cd round_pushpin
1f4ce paperclip attachment
1f587* paperclips linked_paperclips
1f4cf straight_ruler
1f4d0 triangular_ruler
2702* scissors
1f5c3* card_file_box card_box
1f5c4* file_cabinet
1f5d1* wastebasket trash_can trashcan
1f512 locked lock
1f513 unlocked unlock
1f50f lock_with_ink_pen locked_with_pen locked_pen
1f510 closed_lock_with_key locked_with_key locked_key
1f511 key
1f5dd* old_key key2
1f528 hammer
1fa93 axe
26cf* pick
2692* hammer_and_pick hammer_pick
1f6e0* working_on_it hammer_and_wrench tools hammer_wrench
1f5e1* dagger dagger_knife
2694* crossed_swords
1f4a3 bomb
1fa83 boomerang
1f3f9 bow_and_arrow archery
1f6e1* shield
1fa9a carpentry_saw saw
1f527 wrench fixing
1fa9b screwdriver
1f529 nut_and_bolt
2699* gear
1f5dc* clamp compression
2696* balance_scale scales
1f9af probing_cane white_cane
1f517 link
26d3-200d-1f4a5 broken_chain
26d3* chains
1fa9d hook
1f9f0 toolbox
1f9f2 magnet
1fa9c ladder
1fa8f shovel
2697* alembic
1f9ea test_tube
1f9eb petri_dish
1f9ec dna double_helix
1f52c microscope
1f52d telescope
1f4e1 satellite satellite_antenna
1f489 syringe
1fa78 drop_of_blood blood_drop
1f48a pill
1fa79 adhesive_bandage bandaid
1fa7c crutch
1fa7a stethoscope
1fa7b x_ray x-ray xray
1f6aa door
1f6d7 elevator
1fa9e mirror
1fa9f window
1f6cf* bed
1f6cb* couch_and_lamp couch
1fa91 chair
1f6bd toilet
1faa0 plunger
1f6bf shower
1f6c1 bathtub
1faa4 mouse_trap
1fa92 razor
1f9f4 lotion_bottle squeeze_bottle lotion
1f9f7 safety_pin
1f9f9 broom
1f9fa basket
1f9fb roll_of_paper toilet_paper
1faa3 bucket
1f9fc soap
1fae7 bubbles
1faa5 toothbrush
1f9fd sponge
1f9ef fire_extinguisher
1f6d2 shopping_cart shopping_trolley
1f6ac smoking cigarette
26b0* coffin
1faa6 headstone
26b1* funeral_urn urn
1f9ff nazar_amulet
1faac hamsa
1f5ff moyai moai
1faa7 placard
1faaa identification_card id_card
1f3e7 atm atm_sign
1f6ae put_litter_in_its_place litter_bin litter_in_bin_sign
1f6b0 potable_water
267f wheelchair handicapped wheelchair_symbol
1f6b9 mens mens_room
1f6ba womens womens_room
1f6bb restroom bathroom
1f6bc baby_symbol
1f6be wc water_closet
1f6c2 passport_control
1f6c3 customs
1f6c4 baggage_claim
1f6c5 left_luggage
26a0* warning caution danger
1f6b8 children_crossing
26d4 no_entry
1f6ab no_entry_sign prohibited
1f6b3 no_bicycles
1f6ad no_smoking
1f6af do_not_litter no_littering
1f6b1 non-potable_water non_potable_water
1f6b7 no_pedestrians
1f4f5 no_mobile_phones
1f51e underage no_one_under_18 no_one_under_eighteen
2622* radioactive radioactive_sign
2623* biohazard biohazard_sign
2b06* arrow_up up_arrow
2197* arrow_upper_right up_right_arrow
27a1* arrow_right right_arrow
2198* arrow_lower_right down_right_arrow
2b07* arrow_down down_arrow
2199* arrow_lower_left down_left_arrow
2b05* arrow_left left_arrow
2196* arrow_upper_left up_left_arrow
2195* arrow_up_down up_down_arrow
2194* left_right_arrow arrow_left_right
21a9* leftwards_arrow_with_hook arrow_left_hook right_arrow_curving_left
21aa* arrow_right_hook rightwards_arrow_with_hook left_arrow_curving_right
2934* arrow_heading_up right_arrow_curving_up
2935* arrow_heading_down right_arrow_curving_down
1f503 arrows_clockwise clockwise clockwise_vertical_arrows
1f504 arrows_counterclockwise counterclockwise counter_clockwise counterclockwise_arrows_button
1f519 back back_arrow
1f51a end end_arrow
1f51b on on_arrow
1f51c soon soon_arrow
1f51d top top_arrow
1f6d0 place_of_worship worship_symbol
269b* atom_symbol atom
1f549* om om_symbol
2721* star_of_david
2638* wheel_of_dharma
262f* yin_yang
271d* latin_cross cross
2626* orthodox_cross
262a* star_and_crescent
262e* peace_symbol peace
1f54e menorah menorah_with_nine_branches
1f52f six_pointed_star dotted_six_pointed_star
1faaf khanda
2648 aries
2649 taurus
264a gemini
264b cancer
264c leo
264d virgo
264e libra
264f scorpius scorpio
2650 sagittarius
2651 capricorn
2652 aquarius
2653 pisces
26ce ophiuchus
1f500 twisted_rightwards_arrows shuffle shuffle_tracks_button
1f501 repeat repeat_button
1f502 repeat_one repeat_single repeat_single_button
25b6* arrow_forward play play_button
23e9 fast_forward fast_forward_button
23ed* next_track_button track_next next_track black_right_pointing_double_triangle_with_vertical_bar
23ef* play_or_pause_button play_pause black_right_pointing_triangle_with_double_vertical_bar
25c0* arrow_backward reverse reverse_button
23ea rewind fast_reverse fast_reverse_button
23ee* previous_track_button track_previous previous_track black_left_pointing_double_triangle_with_vertical_bar last_track_button
1f53c arrow_up_small up_button upwards_button
23eb arrow_double_up fast_up fast_up_button
1f53d arrow_down_small down down_button downwards_button
23ec arrow_double_down fast_down fast_down_button
23f8* pause_button double_vertical_bar pause
23f9* stop_button stop black_square_for_stop
23fa* record_button record black_circle_for_record
23cf* eject_button eject eject_symbol
1f3a6 cinema
1f505 low_brightness dim_button dim
1f506 high_brightness bright_button bright
1f4f6 signal_strength antenna_bars
1f6dc wireless
1f4f3 vibration_mode
1f4f4 mobile_phone_off
2640* female_sign female
2642* male_sign male
26a7* transgender_symbol trans
2716* heavy_multiplication_x multiplication multiply
2795 heavy_plus_sign plus
2796 heavy_minus_sign minus
2797 heavy_division_sign divide division
1f7f0 heavy_equals_sign
267e* infinity
203c* bangbang double_exclamation double_exclamation_mark
2049* interrobang exclamation_question exclamation_question_mark
2753 question question_mark red_question_mark
2754 grey_question white_question white_question_mark
2755 grey_exclamation white_exclamation white_exclamation_mark
2757 exclamation heavy_exclamation_mark red_exclamation_mark
3030* wavy_dash
1f4b1 currency_exchange
1f4b2 heavy_dollar_sign dollar_sign
2695* medical_symbol medical staff_of_aesculapius
267b* recycle recycling_symbol
269c* fleur_de_lis fleur-de-lis
1f531 trident trident_emblem
1f4db name_badge
1f530 beginner ja_beginner japanese_symbol_for_beginner
2b55 o hollow_red_circle red_o
2705 check all_good approved white_check_mark check_mark_button
2611* checkbox ballot_box_with_check checked_ballot check_box_with_check
2714* check_mark heavy_check_mark
274c cross_mark incorrect wrong x
274e x_box negative_squared_cross_mark cross_mark_button
27b0 curly_loop
27bf loop double_curly_loop
303d* part_alternation_mark
2733* eight_spoked_asterisk
2734* eight_pointed_black_star eight_pointed_star
2747* sparkle
00a9* copyright
00ae* registered
2122* tm trade_mark
1fadf splatter
0023-20e3 hash number_sign keycap_number_sign
002a-20e3 asterisk keycap_asterisk keycap_star
0030-20e3 zero keycap_0
0031-20e3 one keycap_1
0032-20e3 two keycap_2
0033-20e3 three keycap_3
0034-20e3 four keycap_4
0035-20e3 five keycap_5
0036-20e3 six keycap_6
0037-20e3 seven keycap_7
0038-20e3 eight keycap_8
0039-20e3 nine keycap_9
1f51f keycap_ten ten keycap_10
1f520 capital_abcd upper_abcd input_latin_uppercase
1f521 abcd input_latin_lowercase
1f522 1234 input_numbers
1f523 symbols input_symbols
1f524 abc input_latin_letters
1f170* a a_blood a_button_blood_type
1f18e ab ab_blood ab_button_blood_type
1f171* b b_blood b_button_blood_type
1f191 cl cl_button
1f192 cool cool_button
1f193 free free_button
2139* information_source information info
1f194 id id_button
24c2* m circled_m
1f195 new new_button
1f196 ng ng_button
1f17e* o2 o_blood o_button_blood_type
1f197 ok_button
1f17f* parking p p_button
1f198 sos sos_button
1f199 up up2
1f19a vs vs_button
1f201 koko ja_here japanese_here_button
1f202* sa ja_service_charge japanese_service_charge_button
1f237* u6708 ja_monthly_amount japanese_monthly_amount_button
1f236 u6709 ja_not_free_of_carge japanese_not_free_of_charge_button
1f22f u6307 ja_reserved japanese_reserved_button
1f250 ideograph_advantage ja_bargain japanese_bargain_button
1f239 u5272 ja_discount japanese_discount_button
1f21a u7121 ja_free_of_charge japanese_free_of_charge_button
1f232 u7981 ja_prohibited japanese_prohibited_button
1f251 accept ja_acceptable japanese_acceptable_button
1f238 u7533 ja_application japanese_application_button
1f234 u5408 ja_passing_grade japanese_passing_grade_button
1f233 u7a7a ja_vacancy japanese_vacancy_button
3297* congratulations ja_congratulations japanese_congratulations_button
3299* secret ja_secret japanese_secret_button
1f23a u55b6 ja_open_for_business japanese_open_for_business_button
1f235 u6e80 ja_no_vacancy japanese_no_vacancy_button
1f534 red_circle
1f7e0 orange_circle large_orange_circle
1f7e1 yellow_circle large_yellow_circle
1f7e2 green_circle large_green_circle
1f535 large_blue_circle blue_circle
1f7e3 purple_circle large_purple_circle
1f7e4 brown_circle large_brown_circle
26ab black_circle
26aa white_circle
1f7e5 red_square large_red_square
1f7e7 orange_square large_orange_square
1f7e8 yellow_square large_yellow_square
1f7e9 green_square large_green_square
1f7e6 blue_square large_blue_square
1f7ea purple_square large_purple_square
1f7eb brown_square large_brown_square
2b1b black_large_square large_black_square
2b1c white_large_square large_white_square
25fc* black_medium_square medium_black_square
25fb* white_medium_square medium_white_square
25fe black_medium_small_square medium_small_black_square
25fd white_medium_small_square medium_small_white_square
25aa* black_small_square small_black_square
25ab* white_small_square small_white_square
1f536 large_orange_diamond
1f537 large_blue_diamond
1f538 small_orange_diamond
1f539 small_blue_diamond
1f53a small_red_triangle up_red_triangle red_triangle_pointed_up
1f53b small_red_triangle_down down_red_triangle red_triangle_pointed_down
1f4a0 diamond_shape_with_a_dot_inside diamond_with_a_dot diamond_dot
1f518 radio_button
1f533 white_square_button
1f532 black_square_button
1f3c1 checkered_flag chequered_flag
1f6a9 triangular_flag_on_post triangular_flag triangle_flag
1f38c crossed_flags
1f3f4 black_flag flag_black waving_black_flag
1f3f3* white_flag flag_white waving_white_flag
1f3f3-200d-1f308 rainbow_flag gay_pride_flag rainbow-flag
1f3f3-200d-26a7 transgender_flag trans_flag
1f3f4-200d-2620 pirate_flag jolly_roger
1f1e6-1f1e8 ascension_island flag_ac ac flag-ac flag_ascension_island
1f1e6-1f1e9 andorra flag_ad ad flag-ad flag_andorra
1f1e6-1f1ea united_arab_emirates flag_ae ae flag-ae flag_united_arab_emirates
1f1e6-1f1eb afghanistan flag_af af flag-af flag_afghanistan
1f1e6-1f1ec antigua_barbuda flag_ag ag flag-ag flag_antigua_barbuda
1f1e6-1f1ee anguilla flag_ai ai flag-ai flag_anguilla
1f1e6-1f1f1 albania flag_al al flag-al flag_albania
1f1e6-1f1f2 armenia flag_am am flag-am flag_armenia
1f1e6-1f1f4 angola flag_ao ao flag-ao flag_angola
1f1e6-1f1f6 antarctica flag_aq aq flag-aq flag_antarctica
1f1e6-1f1f7 argentina flag_ar ar flag-ar flag_argentina
1f1e6-1f1f8 american_samoa flag_as as flag-as flag_american_samoa
1f1e6-1f1f9 austria flag_at at flag-at flag_austria
1f1e6-1f1fa australia flag_au au flag-au flag_australia
1f1e6-1f1fc aruba flag_aw aw flag-aw flag_aruba
1f1e6-1f1fd aland_islands flag_ax ax flag-ax flag_aland_islands
1f1e6-1f1ff azerbaijan flag_az az flag-az flag_azerbaijan
1f1e7-1f1e6 bosnia_herzegovina flag_ba ba flag-ba flag_bosnia_herzegovina
1f1e7-1f1e7 barbados flag_bb bb flag-bb flag_barbados
1f1e7-1f1e9 bangladesh flag_bd bd flag-bd flag_bangladesh
1f1e7-1f1ea belgium flag_be be flag-be flag_belgium
1f1e7-1f1eb burkina_faso flag_bf bf flag-bf flag_burkina_faso
1f1e7-1f1ec bulgaria flag_bg bg flag-bg flag_bulgaria
1f1e7-1f1ed bahrain flag_bh bh flag-bh flag_bahrain
1f1e7-1f1ee burundi flag_bi bi flag-bi flag_burundi
1f1e7-1f1ef benin flag_bj bj flag-bj flag_benin
1f1e7-1f1f1 st_barthelemy flag_bl bl flag-bl flag_st_barthelemy
1f1e7-1f1f2 bermuda flag_bm bm flag-bm flag_bermuda
1f1e7-1f1f3 brunei flag_bn bn flag-bn flag_brunei
1f1e7-1f1f4 bolivia flag_bo bo flag-bo flag_bolivia
1f1e7-1f1f6 caribbean_netherlands flag_bq bq flag-bq flag_caribbean_netherlands
1f1e7-1f1f7 brazil flag_br br flag-br flag_brazil
1f1e7-1f1f8 bahamas flag_bs bs flag-bs flag_bahamas
1f1e7-1f1f9 bhutan flag_bt bt flag-bt flag_bhutan
1f1e7-1f1fb bouvet_island flag_bv bv flag-bv flag_bouvet_island
1f1e7-1f1fc botswana flag_bw bw flag-bw flag_botswana
1f1e7-1f1fe belarus flag_by by flag-by flag_belarus
1f1e7-1f1ff belize flag_bz bz flag-bz flag_belize
1f1e8-1f1e6 canada flag_ca ca flag-ca flag_canada
1f1e8-1f1e8 cocos_islands flag_cc cc flag-cc flag_cocos_keeling_islands
1f1e8-1f1e9 congo_kinshasa flag_cd congo flag-cd flag_congo_kinshasa
1f1e8-1f1eb central_african_republic flag_cf cf flag-cf flag_central_african_republic
1f1e8-1f1ec congo_brazzaville flag_cg cg flag-cg flag_congo_brazzaville
1f1e8-1f1ed switzerland flag_ch ch flag-ch flag_switzerland
1f1e8-1f1ee cote_divoire flag_ci ci flag-ci flag_cote_divoire
1f1e8-1f1f0 cook_islands flag_ck ck flag-ck flag_cook_islands
1f1e8-1f1f1 chile flag_cl flag-cl flag_chile
1f1e8-1f1f2 cameroon flag_cm cm flag-cm flag_cameroon
1f1e8-1f1f3 cn flag_cn china flag-cn flag_china
1f1e8-1f1f4 colombia flag_co co flag-co flag_colombia
1f1e8-1f1f5 clipperton_island flag_cp cp flag-cp flag_clipperton_island
1f1e8-1f1f6 flag_cq sark flag-sark flag_sark
1f1e8-1f1f7 costa_rica flag_cr cr flag-cr flag_costa_rica
1f1e8-1f1fa cuba flag_cu cu flag-cu flag_cuba
1f1e8-1f1fb cape_verde flag_cv cv flag-cv flag_cape_verde
1f1e8-1f1fc curacao flag_cw cw flag-cw flag_curacao
1f1e8-1f1fd christmas_island flag_cx cx flag-cx flag_christmas_island
1f1e8-1f1fe cyprus flag_cy cy flag-cy flag_cyprus
1f1e8-1f1ff czech_republic flag_cz cz czechia flag-cz flag_czechia
1f1e9-1f1ea de flag_de germany flag-de flag_germany
1f1e9-1f1ec diego_garcia flag_dg dg flag-dg flag_diego_garcia
1f1e9-1f1ef djibouti flag_dj dj flag-dj flag_djibouti
1f1e9-1f1f0 denmark flag_dk dk flag-dk flag_denmark
1f1e9-1f1f2 dominica flag_dm dm flag-dm flag_dominica
1f1e9-1f1f4 dominican_republic flag_do do flag-do flag_dominican_republic
1f1e9-1f1ff algeria flag_dz dz flag-dz flag_algeria
1f1ea-1f1e6 ceuta_melilla flag_ea ea flag-ea flag_ceuta_melilla
1f1ea-1f1e8 ecuador flag_ec ec flag-ec flag_ecuador
1f1ea-1f1ea estonia flag_ee ee flag-ee flag_estonia
1f1ea-1f1ec egypt flag_eg eg flag-eg flag_egypt
1f1ea-1f1ed western_sahara flag_eh eh flag-eh flag_western_sahara
1f1ea-1f1f7 eritrea flag_er er flag-er flag_eritrea
1f1ea-1f1f8 es flag_es spain flag-es flag_spain
1f1ea-1f1f9 ethiopia flag_et et flag-et flag_ethiopia
1f1ea-1f1fa eu european_union flag_eu flag-eu flag_european_union
1f1eb-1f1ee finland flag_fi fi flag-fi flag_finland
1f1eb-1f1ef fiji flag_fj fj flag-fj flag_fiji
1f1eb-1f1f0 falkland_islands flag_fk fk flag-fk flag_falkland_islands
1f1eb-1f1f2 micronesia flag_fm fm flag-fm flag_micronesia
1f1eb-1f1f4 faroe_islands flag_fo fo flag-fo flag_faroe_islands
1f1eb-1f1f7 fr flag_fr france flag-fr flag_france
1f1ec-1f1e6 gabon flag_ga ga flag-ga flag_gabon
1f1ec-1f1e7 gb uk flag_gb united_kingdom flag-gb flag_united_kingdom
1f1ec-1f1e9 grenada flag_gd gd flag-gd flag_grenada
1f1ec-1f1ea georgia flag_ge ge flag-ge flag_georgia
1f1ec-1f1eb french_guiana flag_gf gf flag-gf flag_french_guiana
1f1ec-1f1ec guernsey flag_gg gg flag-gg flag_guernsey
1f1ec-1f1ed ghana flag_gh gh flag-gh flag_ghana
1f1ec-1f1ee gibraltar flag_gi gi flag-gi flag_gibraltar
1f1ec-1f1f1 greenland flag_gl gl flag-gl flag_greenland
1f1ec-1f1f2 gambia flag_gm gm flag-gm flag_gambia
1f1ec-1f1f3 guinea flag_gn gn flag-gn flag_guinea
1f1ec-1f1f5 guadeloupe flag_gp gp flag-gp flag_guadeloupe
1f1ec-1f1f6 equatorial_guinea flag_gq gq flag-gq flag_equatorial_guinea
1f1ec-1f1f7 greece flag_gr gr flag-gr flag_greece
1f1ec-1f1f8 south_georgia_south_sandwich_islands flag_gs gs flag-gs flag_south_georgia_south_sandwich_islands
1f1ec-1f1f9 guatemala flag_gt gt flag-gt flag_guatemala
1f1ec-1f1fa guam flag_gu gu flag-gu flag_guam
1f1ec-1f1fc guinea_bissau flag_gw gw flag-gw flag_guinea_bissau
1f1ec-1f1fe guyana flag_gy gy flag-gy flag_guyana
1f1ed-1f1f0 hong_kong flag_hk hk flag-hk flag_hong_kong_sar_china
1f1ed-1f1f2 heard_mcdonald_islands flag_hm hm flag-hm flag_heard_mcdonald_islands
1f1ed-1f1f3 honduras flag_hn hn flag-hn flag_honduras
1f1ed-1f1f7 croatia flag_hr hr flag-hr flag_croatia
1f1ed-1f1f9 haiti flag_ht ht flag-ht flag_haiti
1f1ed-1f1fa hungary flag_hu hu flag-hu flag_hungary
1f1ee-1f1e8 canary_islands flag_ic ic flag-ic flag_canary_islands
1f1ee-1f1e9 indonesia flag_id flag-id flag_indonesia
1f1ee-1f1ea ireland flag_ie ie flag-ie flag_ireland
1f1ee-1f1f1 israel flag_il il flag-il flag_israel
1f1ee-1f1f2 isle_of_man flag_im im flag-im flag_isle_of_man
1f1ee-1f1f3 india flag_in in flag-in flag_india
1f1ee-1f1f4 british_indian_ocean_territory flag_io io flag-io flag_british_indian_ocean_territory
1f1ee-1f1f6 iraq flag_iq iq flag-iq flag_iraq
1f1ee-1f1f7 iran flag_ir ir flag-ir flag_iran
1f1ee-1f1f8 iceland flag_is is flag-is flag_iceland
1f1ee-1f1f9 it flag_it italy flag-it flag_italy
1f1ef-1f1ea jersey flag_je je flag-je flag_jersey
1f1ef-1f1f2 jamaica flag_jm jm flag-jm flag_jamaica
1f1ef-1f1f4 jordan flag_jo jo flag-jo flag_jordan
1f1ef-1f1f5 jp flag_jp flag-jp flag_japan
1f1f0-1f1ea kenya flag_ke ke flag-ke flag_kenya
1f1f0-1f1ec kyrgyzstan flag_kg kg flag-kg flag_kyrgyzstan
1f1f0-1f1ed cambodia flag_kh kh flag-kh flag_cambodia
1f1f0-1f1ee kiribati flag_ki ki flag-ki flag_kiribati
1f1f0-1f1f2 comoros flag_km km flag-km flag_comoros
1f1f0-1f1f3 st_kitts_nevis flag_kn kn flag-kn flag_st_kitts_nevis
1f1f0-1f1f5 north_korea flag_kp kp flag-kp flag_north_korea
1f1f0-1f1f7 kr flag_kr south_korea flag-kr flag_south_korea
1f1f0-1f1fc kuwait flag_kw kw flag-kw flag_kuwait
1f1f0-1f1fe cayman_islands flag_ky ky flag-ky flag_cayman_islands
1f1f0-1f1ff kazakhstan flag_kz kz flag-kz flag_kazakhstan
1f1f1-1f1e6 laos flag_la la flag-la flag_laos
1f1f1-1f1e7 lebanon flag_lb lb flag-lb flag_lebanon
1f1f1-1f1e8 st_lucia flag_lc lc flag-lc flag_st_lucia
1f1f1-1f1ee liechtenstein flag_li li flag-li flag_liechtenstein
1f1f1-1f1f0 sri_lanka flag_lk lk flag-lk flag_sri_lanka
1f1f1-1f1f7 liberia flag_lr lr flag-lr flag_liberia
1f1f1-1f1f8 lesotho flag_ls ls flag-ls flag_lesotho
1f1f1-1f1f9 lithuania flag_lt lt flag-lt flag_lithuania
1f1f1-1f1fa luxembourg flag_lu lu flag-lu flag_luxembourg
1f1f1-1f1fb latvia flag_lv lv flag-lv flag_latvia
1f1f1-1f1fe libya flag_ly ly flag-ly flag_libya
1f1f2-1f1e6 morocco flag_ma ma flag-ma flag_morocco
1f1f2-1f1e8 monaco flag_mc mc flag-mc flag_monaco
1f1f2-1f1e9 moldova flag_md md flag-md flag_moldova
1f1f2-1f1ea montenegro flag_me me flag-me flag_montenegro
1f1f2-1f1eb st_martin flag_mf mf flag-mf flag_st_martin
1f1f2-1f1ec madagascar flag_mg mg flag-mg flag_madagascar
1f1f2-1f1ed marshall_islands flag_mh mh flag-mh flag_marshall_islands
1f1f2-1f1f0 macedonia flag_mk mk flag-mk flag_north_macedonia
1f1f2-1f1f1 mali flag_ml ml flag-ml flag_mali
1f1f2-1f1f2 myanmar flag_mm mm burma flag-mm flag_myanmar_burma
1f1f2-1f1f3 mongolia flag_mn mn flag-mn flag_mongolia
1f1f2-1f1f4 macau flag_mo mo macao flag-mo flag_macao_sar_china
1f1f2-1f1f5 northern_mariana_islands flag_mp mp flag-mp flag_northern_mariana_islands
1f1f2-1f1f6 martinique flag_mq mq flag-mq flag_martinique
1f1f2-1f1f7 mauritania flag_mr mr flag-mr flag_mauritania
1f1f2-1f1f8 montserrat flag_ms ms flag-ms flag_montserrat
1f1f2-1f1f9 malta flag_mt mt flag-mt flag_malta
1f1f2-1f1fa mauritius flag_mu mu flag-mu flag_mauritius
1f1f2-1f1fb maldives flag_mv mv flag-mv flag_maldives
1f1f2-1f1fc malawi flag_mw mw flag-mw flag_malawi
1f1f2-1f1fd mexico flag_mx mx flag-mx flag_mexico
1f1f2-1f1fe malaysia flag_my my flag-my flag_malaysia
1f1f2-1f1ff mozambique flag_mz mz flag-mz flag_mozambique
1f1f3-1f1e6 namibia flag_na na flag-na flag_namibia
1f1f3-1f1e8 new_caledonia flag_nc nc flag-nc flag_new_caledonia
1f1f3-1f1ea niger flag_ne ne flag-ne flag_niger
1f1f3-1f1eb norfolk_island flag_nf nf flag-nf flag_norfolk_island
1f1f3-1f1ec nigeria flag_ng flag-ng flag_nigeria
1f1f3-1f1ee nicaragua flag_ni ni flag-ni flag_nicaragua
1f1f3-1f1f1 netherlands flag_nl nl flag-nl flag_netherlands
1f1f3-1f1f4 norway flag_no no flag-no flag_norway
1f1f3-1f1f5 nepal flag_np np flag-np flag_nepal
1f1f3-1f1f7 nauru flag_nr nr flag-nr flag_nauru
1f1f3-1f1fa niue flag_nu nu flag-nu flag_niue
1f1f3-1f1ff new_zealand flag_nz nz flag-nz flag_new_zealand
1f1f4-1f1f2 oman flag_om flag-om flag_oman
1f1f5-1f1e6 panama flag_pa pa flag-pa flag_panama
1f1f5-1f1ea peru flag_pe pe flag-pe flag_peru
1f1f5-1f1eb french_polynesia flag_pf pf flag-pf flag_french_polynesia
1f1f5-1f1ec papua_new_guinea flag_pg pg flag-pg flag_papua_new_guinea
1f1f5-1f1ed philippines flag_ph ph flag-ph flag_philippines
1f1f5-1f1f0 pakistan flag_pk pk flag-pk flag_pakistan
1f1f5-1f1f1 poland flag_pl pl flag-pl flag_poland
1f1f5-1f1f2 st_pierre_miquelon flag_pm pm flag-pm flag_st_pierre_miquelon
1f1f5-1f1f3 pitcairn_islands flag_pn pn flag-pn flag_pitcairn_islands
1f1f5-1f1f7 puerto_rico flag_pr pr flag-pr flag_puerto_rico
1f1f5-1f1f8 palestinian_territories flag_ps ps flag-ps flag_palestinian_territories
1f1f5-1f1f9 portugal flag_pt pt flag-pt flag_portugal
1f1f5-1f1fc palau flag_pw pw flag-pw flag_palau
1f1f5-1f1fe paraguay flag_py py flag-py flag_paraguay
1f1f6-1f1e6 qatar flag_qa qa flag-qa flag_qatar
1f1f7-1f1ea reunion flag_re re flag-re flag_reunion
1f1f7-1f1f4 romania flag_ro ro flag-ro flag_romania
1f1f7-1f1f8 serbia flag_rs rs flag-rs flag_serbia
1f1f7-1f1fa ru flag_ru russia flag-ru flag_russia
1f1f7-1f1fc rwanda flag_rw rw flag-rw flag_rwanda
1f1f8-1f1e6 saudi_arabia flag_sa saudiarabia saudi flag-sa flag_saudi_arabia
1f1f8-1f1e7 solomon_islands flag_sb sb flag-sb flag_solomon_islands
1f1f8-1f1e8 seychelles flag_sc sc flag-sc flag_seychelles
1f1f8-1f1e9 sudan flag_sd sd flag-sd flag_sudan
1f1f8-1f1ea sweden flag_se se flag-se flag_sweden
1f1f8-1f1ec singapore flag_sg sg flag-sg flag_singapore
1f1f8-1f1ed st_helena flag_sh sh flag-sh flag_st_helena
1f1f8-1f1ee slovenia flag_si si flag-si flag_slovenia
1f1f8-1f1ef svalbard_jan_mayen flag_sj sj flag-sj flag_svalbard_jan_mayen
1f1f8-1f1f0 slovakia flag_sk sk flag-sk flag_slovakia
1f1f8-1f1f1 sierra_leone flag_sl sl flag-sl flag_sierra_leone
1f1f8-1f1f2 san_marino flag_sm sm flag-sm flag_san_marino
1f1f8-1f1f3 senegal flag_sn sn flag-sn flag_senegal
1f1f8-1f1f4 somalia flag_so so flag-so flag_somalia
1f1f8-1f1f7 suriname flag_sr sr flag-sr flag_suriname
1f1f8-1f1f8 south_sudan flag_ss ss flag-ss flag_south_sudan
1f1f8-1f1f9 sao_tome_principe flag_st st flag-st flag_sao_tome_principe
1f1f8-1f1fb el_salvador flag_sv sv flag-sv flag_el_salvador
1f1f8-1f1fd sint_maarten flag_sx sx flag-sx flag_sint_maarten
1f1f8-1f1fe syria flag_sy sy flag-sy flag_syria
1f1f8-1f1ff swaziland flag_sz sz eswatini flag-sz flag_eswatini
1f1f9-1f1e6 tristan_da_cunha flag_ta ta flag-ta flag_tristan_da_cunha
1f1f9-1f1e8 turks_caicos_islands flag_tc tc flag-tc flag_turks_caicos_islands
1f1f9-1f1e9 chad flag_td td flag-td flag_chad
1f1f9-1f1eb french_southern_territories flag_tf tf flag-tf flag_french_southern_territories
1f1f9-1f1ec togo flag_tg tg flag-tg flag_togo
1f1f9-1f1ed thailand flag_th th flag-th flag_thailand
1f1f9-1f1ef tajikistan flag_tj tj flag-tj flag_tajikistan
1f1f9-1f1f0 tokelau flag_tk tk flag-tk flag_tokelau
1f1f9-1f1f1 timor_leste flag_tl tl flag-tl flag_timor_leste
1f1f9-1f1f2 turkmenistan flag_tm flag-tm flag_turkmenistan
1f1f9-1f1f3 tunisia flag_tn tn flag-tn flag_tunisia
1f1f9-1f1f4 tonga flag_to to flag-to flag_tonga
1f1f9-1f1f7 tr flag_tr turkey_tr flag-tr flag_turkiye
1f1f9-1f1f9 trinidad_tobago flag_tt tt flag-tt flag_trinidad_tobago
1f1f9-1f1fb tuvalu flag_tv flag-tv flag_tuvalu
1f1f9-1f1fc taiwan flag_tw tw flag-tw flag_taiwan
1f1f9-1f1ff tanzania flag_tz tz flag-tz flag_tanzania
1f1fa-1f1e6 ukraine flag_ua ua flag-ua flag_ukraine
1f1fa-1f1ec uganda flag_ug ug flag-ug flag_uganda
1f1fa-1f1f2 us_outlying_islands flag_um um flag-um flag_us_outlying_islands
1f1fa-1f1f3 united_nations flag_un un flag-un flag_united_nations
1f1fa-1f1f8 flag_us united_states us usa flag-us flag_united_states
1f1fa-1f1fe uruguay flag_uy uy flag-uy flag_uruguay
1f1fa-1f1ff uzbekistan flag_uz uz flag-uz flag_uzbekistan
1f1fb-1f1e6 vatican_city flag_va va flag-va flag_vatican_city
1f1fb-1f1e8 st_vincent_grenadines flag_vc vc flag-vc flag_st_vincent_grenadines
1f1fb-1f1ea venezuela flag_ve ve flag-ve flag_venezuela
1f1fb-1f1ec british_virgin_islands flag_vg vg flag-vg flag_british_virgin_islands
1f1fb-1f1ee us_virgin_islands flag_vi vi flag-vi flag_us_virgin_islands
1f1fb-1f1f3 vietnam flag_vn vn flag-vn flag_vietnam
1f1fb-1f1fa vanuatu flag_vu vu flag-vu flag_vanuatu
1f1fc-1f1eb wallis_futuna flag_wf wf flag-wf flag_wallis_futuna
1f1fc-1f1f8 samoa flag_ws ws flag-ws flag_samoa
1f1fd-1f1f0 kosovo flag_xk xk flag-xk flag_kosovo
1f1fe-1f1ea yemen flag_ye ye flag-ye flag_yemen
1f1fe-1f1f9 mayotte flag_yt yt flag-yt flag_mayotte
1f1ff-1f1e6 south_africa flag_za za flag-za flag_south_africa
1f1ff-1f1f2 zambia flag_zm zm flag-zm flag_zambia
1f1ff-1f1fc zimbabwe flag_zw zw flag-zw flag_zimbabwe
1f3f4-e0067-e0062-e0065-e006e-e0067-e007f england flag_gbeng flag-england flag_england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f scotland flag_gbsct flag-scotland flag_scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f wales flag_gbwls flag-wales flag_wales
`;
