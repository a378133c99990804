/** Many small nodes of a layer, kept from one drawing to the next: only what has changed is made anew. */

export class Keyed {
  /** `make(spec)` is the node of a spec; a spec is told from another by its `sign`. */
  constructor(layer, make) {
    this.layer = layer;
    this.make = make;
    this.nodes = new Map();
  }

  /** Show exactly these [key, spec] pairs. */
  update(pairs) {
    const gone = new Map(this.nodes);
    const fresh = [];
    for (const [key, spec] of pairs) {
      const old = gone.get(key);
      if (old?.sign === spec.sign) {
        gone.delete(key);
        continue;
      }
      const node = this.make(spec);
      fresh.push(node);
      this.nodes.set(key, { sign: spec.sign, node });
      if (old) {
        old.node.remove();
        gone.delete(key);
      }
    }
    for (const [key, { node }] of gone) {
      node.remove();
      this.nodes.delete(key);
    }
    this.layer.append(...fresh);
  }
}
