/*
 * A person's own picture on the tiles. It never leaves the page.
 */

/* Width by height, 1 for what is no picture. */
async function shapeOf(url) {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {});
  return image.naturalWidth / image.naturalHeight || 1;
}

export class Picture {
  /* `elements`: board, file, none. */
  constructor(elements) {
    this.elements = elements;
    this.url = null;
    elements.file.onchange = () => this.take(elements.file.files[0]);
    elements.none.onclick = () => this.take(null);
  }

  async take(file) {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = file ? URL.createObjectURL(file) : null;
    const { board, none } = this.elements;
    if (this.url) {
      board.style.setProperty('--picture', `url("${this.url}")`);
      board.style.setProperty('--picture-shape', await shapeOf(this.url));
    } else {
      board.style.removeProperty('--picture');
    }
    board.classList.toggle('pictured', this.url !== null);
    none.disabled = this.url === null;
    this.elements.file.value = '';
  }
}
