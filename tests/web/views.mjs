/*
 * All other tests of the page in Chromium, in one browser: see support.mjs. Each file runs alone,
 * too.
 */
import './play.mjs';
import './enter.mjs';
import './trust.mjs';
import './large.mjs';
import './lesson.mjs';
import './tasks.mjs';
import './access.mjs';
