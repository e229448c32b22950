import { type FieldPlan, FieldPlans } from './field-plan.ts';
import { JsonNodes, KIND } from './json-nodes.ts';
import { OrderedMembers } from './ordered-members.ts';
import { propertyOrder } from './property-order.ts';

/** A view of the record that is read; nodes are 0 where it has none. */
export interface ViewNodes {
  name: string;
  attributes: number;
  variants: number;
}

/** Sees one variant of a record: the node of its id and its attributes, which are valid until the next. */
export type VisitVariant = (id: number, attributes: OrderedMembers) => void;

const ATTRIBUTES = 'attributes';

/**
 * Reads records without making objects of them, and shows each as one of its views does: base values overlaid by the view's,
 * base variants overlaid one by one, and those with `exclude_from_view` dropped (doc: public-facts C12, inferred).
 */
export class RecordReader {
  readonly nodes = new JsonNodes();
  /** The attributes as the view shows them that was asked for last. */
  readonly attributes = new OrderedMembers();
  /** The record's views in order. */
  views: readonly ViewNodes[] = [];
  readonly plans = new FieldPlans();
  readonly #variantAttributes = new OrderedMembers();
  #baseAttributes = 0;
  /** Ids and values of the variants in order. */
  #variantIds: number[] = [];
  #variantNodes: number[] = [];
  /** What the view changes of variants, by id. */
  #overlay: ReadonlyMap<string, number> | null = null;

  /** Reads a record's JSON text. */
  read(json: string): void {
    this.nodes.read(json);
    this.#baseAttributes = this.#member(0, ATTRIBUTES);
    this.#readVariants(this.#member(0, 'variants'));
    const views = this.#member(0, 'views');
    this.views = views === 0 ? NO_VIEWS : this.#readViews(views);
  }

  /** Shows the record as a view does, null for the base. */
  show(view: ViewNodes | null): void {
    this.#overlay = view === null || view.variants === 0 ? null : this.#valuesOf(view.variants);
    this.#fill(this.attributes, this.#baseAttributes, view?.attributes ?? 0);
  }

  /** Calls `visit` with each variant as the view shows it. */
  eachVariant(visit: VisitVariant): void {
    for (let at = 0; at < this.#variantIds.length; at++) {
      const id = this.#variantIds[at] ?? 0;
      const shown = this.#overlay?.get(this.nodes.text(id)) ?? 0;
      if (shown !== 0 && this.nodes.kinds[this.#member(shown, 'exclude_from_view')] === KIND.true) continue;
      const own = this.#member(this.#variantNodes[at] ?? 0, ATTRIBUTES);
      this.#fill(this.#variantAttributes, own, shown === 0 ? 0 : this.#member(shown, ATTRIBUTES));
      visit(id, this.#variantAttributes);
    }
  }

  #fill(list: OrderedMembers, base: number, over: number): void {
    list.clear();
    this.#addMembers(list, base);
    if (over !== 0) this.#addMembers(list, over);
    list.settle();
  }

  #addMembers(list: OrderedMembers, node: number): void {
    const { kinds, nexts } = this.nodes;
    if (node === 0 || kinds[node] !== KIND.object) return;
    const { units, starts, ends } = this.nodes;
    const end = nexts[node] ?? 0;
    let plan: FieldPlan | null = null;
    for (let key = node + 1; key < end; ) {
      const value = key + 1;
      plan = this.plans.of(units, starts[key] ?? 0, ends[key] ?? 0, plan);
      list.set(plan, value);
      key = nexts[value] ?? end;
    }
  }

  #readVariants(node: number): void {
    this.#variantIds.length = 0;
    this.#variantNodes.length = 0;
    const { kinds, nexts } = this.nodes;
    if (node === 0 || kinds[node] !== KIND.object) return;
    const end = nexts[node] ?? 0;
    for (let key = node + 1; key < end; key = nexts[key + 1] ?? end) {
      this.#variantIds.push(key);
      this.#variantNodes.push(key + 1);
    }
    if (!this.#isInOrder()) {
      const members = propertyOrder(this.#variantIds, (key) => this.nodes.text(key));
      this.#variantIds = members.map(({ key }) => key);
      this.#variantNodes = members.map(({ value }) => value);
    }
  }

  /** Whether the variants certainly stand as JavaScript orders them: of few that begin with a letter none twice. */
  #isInOrder(): boolean {
    const variantIds = this.#variantIds;
    const { nodes } = this;
    if (variantIds.length < 2) return true;
    if (variantIds.length > FEW) return false;
    for (let at = 0; at < variantIds.length; at++) {
      const id = variantIds[at] ?? 0;
      const first = nodes.units[nodes.starts[id] ?? 0] ?? 0;
      if (first >= DIGIT_0 && first <= DIGIT_9) return false;
      for (let other = 0; other < at; other++) if (nodes.isSame(id, variantIds[other] ?? 0)) return false;
    }
    return true;
  }

  #readViews(node: number): ViewNodes[] {
    if (this.nodes.kinds[node] !== KIND.object) return [];
    const keys: number[] = [];
    const end = this.nodes.nexts[node] ?? 0;
    for (let key = node + 1; key < end; key = this.nodes.nexts[key + 1] ?? end) keys.push(key);
    return propertyOrder(keys, (key) => this.nodes.text(key)).map(({ name, value }) => ({
      name,
      attributes: this.#member(value, ATTRIBUTES),
      variants: this.#member(value, 'variants'),
    }));
  }

  /** The value that an object has under a name, the last of several; 0 if none. */
  #member(object: number, name: string): number {
    const { nodes } = this;
    const { kinds, nexts } = nodes;
    let found = 0;
    if (kinds[object] !== KIND.object) return found;
    const end = nexts[object] ?? 0;
    for (let key = object + 1; key < end; key = nexts[key + 1] ?? end) {
      if (nodes.isText(key, name)) found = key + 1;
    }
    return found;
  }

  /** The values of an object by name. */
  #valuesOf(object: number): Map<string, number> {
    const { nodes } = this;
    const values = new Map<string, number>();
    if (nodes.kinds[object] !== KIND.object) return values;
    const end = nodes.nexts[object] ?? 0;
    for (let key = object + 1; key < end; key = nodes.nexts[key + 1] ?? end)
      values.set(nodes.text(key), key + 1);
    return values;
  }
}

const NO_VIEWS: readonly ViewNodes[] = [];
const FEW = 16;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
