/*
 * All other tests of the page in Chromium, in one browser (support.mjs). Each file can also run alone.
 */
import './large.mjs';
import './small.mjs';
import './lesson.mjs';
import './tasks.mjs';
import './open_goals.mjs';
import './picture.mjs';
import './access.mjs';
import './course.mjs';
import './mistakes.mjs';
import './costs.mjs';
import './tree.mjs';
import './reach.mjs';
