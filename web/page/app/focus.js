/*
 * Whether a pointer brought the focus to where it is. Who clicks a tab plays on by keys.
 */

let pointed = false;
let byPointer = false;

export function focusedByPointer() {
  return byPointer;
}

export function followFocus() {
  addEventListener('pointerdown', () => { pointed = true; }, true);
  addEventListener('keydown', () => { pointed = false; }, true);
  addEventListener('focusin', () => { byPointer = pointed; }, true);
}
