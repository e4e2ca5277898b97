/*
 * All other tests of the page in Chromium, in one browser (support.mjs). Each file can also run alone.
 */
import './play.mjs';
import './kept.mjs';
import './history.mjs';
import './replay.mjs';
import './touch.mjs';
import './window.mjs';
import './enter.mjs';
import './trust.mjs';
import './large.mjs';
import './lesson.mjs';
import './small.mjs';
import './first.mjs';
import './tasks.mjs';
import './picture.mjs';
import './contests.mjs';
import './access.mjs';
import './course.mjs';
import './mistakes.mjs';
import './costs.mjs';
import './reach.mjs';
