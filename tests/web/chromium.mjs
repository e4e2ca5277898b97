/*
 * Tests of the page in Chromium that check times, in one browser (support.mjs). Each file can also run
 * alone.
 */
import './page.mjs';
import './lengths.mjs';
