/* The board that is set, whoever sets it: its address, the boards before it, and editing, which ends with it. */
import { at } from '../app/dom.js';
import { linkOf, showLink } from '../app/link.js';
import { phrase } from '../app/texts.js';
import { fillGallery } from './gallery.js';
import { taskText } from './game.js';

const BOARDS_KEPT = 50;

export class Boards {
  /** `embedded`: the address is that of another page. @param {Parts} parts @param {boolean} embedded */
  constructor({ bus, core, game, status, player, view }, embedded) {
    this.bus = bus;
    this.core = core;
    this.game = game;
    this.status = status;
    this.player = player;
    this.view = view;
    this.embedded = embedded;
    this.earlier = /** @type {Task[]} */ ([]); /* the tasks before this one, the last one last */
    bus.answer('set', (task) => this.set(task));
    bus.answer('measure', ({ metric }) => this.measure(metric));
    bus.on('tab', ({ id }) => id !== 'settings' && this.endEdit());
    game.onChange(({ kind }) => kind === 'edit' && this.address(game.task));
    at('retry').onclick = () => this.set({ board: game.start });
    at('previous').onclick = () => this.previous();
    at('edit').onchange = () => this.edit(at('edit').checked);
    fillGallery(at('gallery'), (board) => this.choose(board));
  }

  /** Whatever runs for the board before ends. @param {RequestDetails['set']} task */
  set({ board, goal = this.game.goal, metric = this.game.metric }) {
    this.remember({ board, goal, metric });
    this.take({ board, goal, metric });
  }

  /** @param {Task} task */
  take(task) {
    this.endEdit();
    this.player.leave();
    this.address(task);
    this.game.set(task.board, task.goal, task.metric);
    this.bus.emit('task');
  }

  /** The same board and moves in another metric. @param {Metric} metric */
  measure(metric) {
    this.address({ ...this.game.begun, metric });
    this.game.setMetric(metric);
    this.bus.emit('task');
  }

  /** @param {Task} task */
  address(task) {
    if (!this.embedded) showLink(linkOf(task));
  }

  /** @param {Task} next */
  remember(next) {
    const { begun, startSolved } = this.game;
    if (startSolved || taskText(begun) === taskText(next)) return;
    this.earlier = [...this.earlier, begun].slice(-BOARDS_KEPT);
  }

  previous() {
    const last = this.earlier.pop();
    if (last) this.take(last);
  }

  /** A board of the gallery. @param {GalleryBoard} board */
  choose({ text, first, note, metric }) {
    const board = this.core.parse(text);
    const { width, height } = board;
    this.set({ board, goal: this.core.goal(width, height, first ? 0 : width * height - 1), metric });
    if (this.status.solvable) this.status.notice(note);
    at('board').focus({ preventScroll: true });
    at('board').scrollIntoView({ block: 'nearest' });
  }

  /* Editing ends with the view that has its switch, and with the board. */
  endEdit() {
    if (!this.view.editing) return;
    at('edit').checked = false;
    this.edit(false);
  }

  /** @param {boolean} on */
  edit(on) {
    this.player.leave();
    this.view.edit(on);
    document.body.classList.toggle('arranging', on); /* a phone shows the board beside the settings */
    if (on) at('board').scrollIntoView({ block: 'nearest' });
    if (on) this.status.notice(phrase('editing'));
    else this.status.noticeReason();
  }
}
