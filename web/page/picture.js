/*
 * A person's own picture on the tiles. It never leaves the page.
 */
import { tell } from './dom.js';

/* Width by height; 0 for what this browser cannot show. */
async function shapeOf(url) {
  const image = new Image();
  image.src = url;
  const shown = await image.decode().then(() => true, () => false);
  return shown ? image.naturalWidth / image.naturalHeight || 1 : 0;
}

export class Picture {
  /* `elements`: board, file, none, note. */
  constructor(elements) {
    this.elements = elements;
    this.url = null;
    elements.file.onchange = () => this.take(elements.file.files[0]);
    elements.none.onclick = () => this.take(null);
  }

  async take(file) {
    const { board, none, note } = this.elements;
    const url = file ? URL.createObjectURL(file) : null;
    const shape = url ? await shapeOf(url) : 1;
    this.elements.file.value = '';
    tell(note, shape === 0 ? `${file.name} is no picture that this browser can show. Choose a PNG, JPEG, WebP or GIF.` : '', true);
    if (shape === 0) return URL.revokeObjectURL(url);
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = url;
    if (url) {
      board.style.setProperty('--picture', `url("${url}")`);
      board.style.setProperty('--picture-shape', shape);
    } else {
      board.style.removeProperty('--picture');
    }
    board.classList.toggle('pictured', this.url !== null);
    none.disabled = this.url === null;
  }
}
