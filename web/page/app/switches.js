/*
 * The switches that the browser remembers.
 */
import { at } from './dom.js';
import { memory } from './memory.js';

/** @param {string} id @param {boolean} missing @param {(on: boolean) => void} use */
function remembered(id, missing, use) {
  at(id).checked = memory.get(id, missing);
  at(id).onchange = () => {
    use(at(id).checked);
    memory.set(id, at(id).checked);
  };
  use(at(id).checked);
}

/** @param {Parts} parts */
export function makeSwitches({ coach, view }) {
  remembered('coach', true, (on) => coach.switch(on));
  remembered('hover', false, (on) => { view.hovering = on; });
  remembered('press', false, (on) => { view.pressing = on; });
  remembered('fringes', false, (on) => view.colourFringes(on));
  remembered('glide', true, (on) => at('board').classList.toggle('still', !on));
  remembered('numbers', true, (on) => at('board').classList.toggle('unnumbered', !on));
}
