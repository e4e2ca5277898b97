/*
 * Tests of the page in Chromium that check times, in one browser: see support.mjs. Each file runs
 * alone, too.
 */
import './page.mjs';
import './lengths.mjs';
