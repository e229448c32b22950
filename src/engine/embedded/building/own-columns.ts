import { Float64List, Uint32List } from '../../values/number-list.ts';
import type { ValueTable } from '../../values/value-table.ts';
import { ColumnBuilder } from '../columns/column-builder.ts';
import type { ColumnRows, StoredColumn } from '../columns/column-rows.ts';
import { COLUMN } from '../snapshot/schema.ts';

/** The engine's own columns of a part while it is written. */
export class OwnColumns {
  readonly available = new Uint32List();
  readonly titleHashes = new Uint32List();
  readonly titleWords = new Uint32List();
  readonly otherLengths = new Uint32List();
  readonly urlHashes = new Uint32List();
  readonly variantEnds = new Uint32List();
  readonly view: ColumnBuilder;
  readonly views: ColumnBuilder;
  readonly category: ColumnBuilder;
  readonly storeEnds = new Uint32List();
  readonly stores = new Float64List();

  constructor(values: ValueTable) {
    this.view = new ColumnBuilder(values);
    this.views = new ColumnBuilder(values);
    this.category = new ColumnBuilder(values);
  }

  write(columns: ColumnRows, part: number, rows: number): void {
    const integers: readonly [string, Uint32Array][] = [
      [COLUMN.available, this.available.view()],
      [COLUMN.titleHash, this.titleHashes.view()],
      [COLUMN.urlHash, this.urlHashes.view()],
      [COLUMN.titleWords, this.titleWords.view()],
      [COLUMN.otherLength, this.otherLengths.view()],
      [COLUMN.variantEnds, this.variantEnds.view()],
    ];
    for (const [name, values] of integers) columns.write(name, part, { kind: 'integer', values });
    columns.write(COLUMN.view, part, this.view.finish(rows, 'text'));
    columns.write(COLUMN.views, part, this.views.finish(rows, 'text'));
    columns.write(COLUMN.category, part, this.category.finish(rows, 'text'));
    const stores: StoredColumn = {
      kind: 'number',
      ends: this.storeEnds.view(),
      values: this.stores.view(),
    };
    columns.write(COLUMN.stores, part, stores);
  }
}
