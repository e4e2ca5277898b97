/*
 * A person's own picture on the tiles. It never leaves the page.
 */

export class Picture {
  /* `elements`: board, file, none. */
  constructor(elements) {
    this.elements = elements;
    this.url = null;
    elements.file.onchange = () => this.take(elements.file.files[0]);
    elements.none.onclick = () => this.take(null);
  }

  take(file) {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = file ? URL.createObjectURL(file) : null;
    const { board, none } = this.elements;
    board.classList.toggle('pictured', this.url !== null);
    if (this.url) board.style.setProperty('--picture', `url("${this.url}")`);
    else board.style.removeProperty('--picture');
    none.disabled = this.url === null;
    this.elements.file.value = '';
  }
}
