/*
 * Tests of the page in Chromium: playing, entering boards, the solves and other data that are kept, and
 * contests, in one browser (support.mjs). Each file can also run alone.
 */
import './play.mjs';
import './kept.mjs';
import './history.mjs';
import './touch.mjs';
import './focus.mjs';
import './window.mjs';
import './enter.mjs';
import './trust.mjs';
import './contests.mjs';
