/*
 * A person's own picture on the tiles: chosen, dropped or pasted. The browser keeps it, no larger than it
 * is shown. It never leaves the page.
 */
import { at, tell } from '../app/dom.js';
import { memory } from '../app/memory.js';
import { phrase } from '../app/texts.js';

const SIDE = 1200; /* pixels of what is kept; a board has fewer on most screens */
const QUALITY = 0.85;

/** @param {File} file */
export const isPicture = (file) => file.type.startsWith('image/');

/** An image; null: this browser cannot show it. @param {string} url */
async function imageOf(url) {
  const image = new Image();
  image.src = url;
  return image.decode().then(() => image, () => null);
}

/** The picture of a file as a data URL; null: this browser cannot show it. @param {File} file */
async function pictureData(file) {
  const url = URL.createObjectURL(file);
  const image = await imageOf(url);
  URL.revokeObjectURL(url);
  if (!image) return null;
  const [width, height] = [image.naturalWidth || SIDE, image.naturalHeight || SIDE]; /* an SVG may have none */
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height].map((side) => Math.max(1, Math.round(scale * side)));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const data = canvas.toDataURL('image/webp', QUALITY);
  return data.startsWith('data:image/webp') ? data : canvas.toDataURL('image/jpeg', QUALITY);
}

export class Picture {
  /** @param {Parts} parts */
  constructor({ bus, game }) {
    this.bus = bus;
    this.url = /** @type {string | null} */ (null);
    this.offered = /** @type {File | null} */ (null);
    this.turn = 0; /* counts requests, of which only the last one is shown */
    at('picture-file').onchange = () => this.take(at('picture-file').files?.[0] ?? null);
    at('picture-none').onclick = () => this.take(null);
    at('picture-offer').onclick = () => this.take(this.offered);
    game.onChange(() => this.withdraw()); /* the notice is about something else then */
    addEventListener('drop', (event) => this.offer(event.dataTransfer?.files ?? []));
    document.addEventListener('paste', ({ clipboardData }) => {
      if (clipboardData?.getData('text') === '') this.offer(clipboardData.files); /* a spreadsheet copies both */
    });
  }

  /* The one of an earlier visit. */
  restore() {
    return this.show(memory.get('picture', '', (kept) => typeof kept === 'string' && kept.startsWith('data:image/')));
  }

  /** Asks whether the first picture of some files is to be on the tiles. @param {Iterable<File>} files */
  offer(files) {
    const picture = [...files].find(isPicture);
    if (!picture) return;
    this.offered = picture;
    this.bus.emit('notice', { text: phrase('is picture', picture.name), wrong: false });
    at('picture-offer').hidden = false;
  }

  withdraw() {
    this.offered = null;
    at('picture-offer').hidden = true;
  }

  /** Puts the picture of a file on the tiles; null: none. @param {File | null} file */
  async take(file) {
    const turn = ++this.turn;
    const offered = file !== null && file === this.offered;
    const name = file?.name;
    this.withdraw();
    const data = file ? await pictureData(file) : '';
    if (turn !== this.turn) return;
    at('picture-file').value = '';
    const wrong = data === null ? phrase('no picture', name) : '';
    tell(at('picture-note'), wrong, true);
    if (offered) this.bus.emit('notice', { text: wrong || phrase('pictured', name), wrong: wrong !== '' });
    if (data === null) return;
    memory.set('picture', data);
    await this.show(data);
  }

  /** `data`: a data URL, or ''. @param {string} data */
  async show(data) {
    const board = at('board');
    const turn = ++this.turn;
    const image = data === '' ? null : await imageOf(data);
    const url = image ? URL.createObjectURL(await (await fetch(data)).blob()) : null;
    if (turn !== this.turn) return url && URL.revokeObjectURL(url);
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = url;
    if (image) {
      board.style.setProperty('--picture', `url("${url}")`);
      board.style.setProperty('--picture-shape', image.naturalWidth / image.naturalHeight);
    } else {
      board.style.removeProperty('--picture');
    }
    board.classList.toggle('pictured', url !== null);
    at('picture-none').disabled = url === null;
  }
}
