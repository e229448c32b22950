import type { FieldCatalog, FieldInfo, FieldSurvey } from '../../fields/field-survey.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import { Uint32List } from '../../values/number-list.ts';
import type { ValueInterner } from '../../values/value-table.ts';
import { ColumnBuilder } from '../columns/column-builder.ts';
import type { ColumnRows, PlainColumn } from '../columns/column-rows.ts';
import { COLUMN } from '../snapshot/schema.ts';

export class FieldColumns {
  readonly #on: FieldInfo['on'];
  /** By number of a plan; null for an attribute that is no field. */
  readonly #builders: (ColumnBuilder | null | undefined)[] = [];
  readonly #columns = new Map<FieldPlan, ColumnBuilder>();
  readonly #values: ValueInterner;
  readonly #survey: FieldSurvey;

  /** @param survey says which attributes are fields, and what they are once all values are there */
  constructor(on: FieldInfo['on'], values: ValueInterner, survey: FieldSurvey) {
    this.#on = on;
    this.#values = values;
    this.#survey = survey;
  }

  add(row: number, plan: FieldPlan, values: readonly number[]): void {
    let builder = this.#builders[plan.number];
    if (builder === undefined) {
      builder = this.#survey.admits(this.#on, plan) ? new ColumnBuilder(this.#values) : null;
      this.#builders[plan.number] = builder;
      if (builder !== null) this.#columns.set(plan, builder);
    }
    if (builder === null) return;
    for (const value of values) builder.add(row, value);
  }

  /** To be called once, when all values are there: looked at one by one, they would take a twelfth of a build. */
  tellSurvey(): void {
    for (const [plan, builder] of this.#columns)
      this.#survey.add(this.#on, plan, builder.distinct, builder.filled);
  }

  /** Writes the columns as what the catalog says of their fields. */
  write(
    columns: ColumnRows,
    columnName: (field: string) => string,
    part: number,
    rows: number,
    fields: FieldCatalog,
  ): void {
    const own = fields.filter(({ on }) => on === this.#on);
    const types = new Map(own.map(({ name, type }) => [name, type]));
    for (const [plan, builder] of this.#columns)
      columns.write(columnName(plan.name), part, builder.finish(rows, types.get(plan.name) ?? 'text'));
  }
}

export class OwnColumns {
  readonly available = new Uint32List();
  readonly titleWords = new Uint32List();
  readonly otherLengths = new Uint32List();
  readonly urlHashes = new Uint32List();
  readonly variantCounts = new Uint32List();
  readonly variantIds: number[] = [];
  readonly view: ColumnBuilder;
  readonly views: ColumnBuilder;
  readonly category: ColumnBuilder;
  readonly storeCounts = new Uint32List();
  readonly stores: number[] = [];

  constructor(values: ValueInterner) {
    this.view = new ColumnBuilder(values);
    this.views = new ColumnBuilder(values);
    this.category = new ColumnBuilder(values);
  }

  write(columns: ColumnRows, part: number, rows: number): void {
    const plain: readonly [string, PlainColumn][] = [
      [COLUMN.available, this.available.view()],
      [COLUMN.urlHash, this.urlHashes.view()],
      [COLUMN.titleWords, this.titleWords.view()],
      [COLUMN.otherLength, this.otherLengths.view()],
      [COLUMN.variantCounts, this.variantCounts.view()],
      [COLUMN.variantIds, Float64Array.from(this.variantIds)],
      [COLUMN.storeCounts, this.storeCounts.view()],
      [COLUMN.stores, Float64Array.from(this.stores)],
    ];
    for (const [name, values] of plain) columns.writePlain(name, part, values);
    columns.write(COLUMN.view, part, this.view.finish(rows, 'text'));
    columns.write(COLUMN.views, part, this.views.finish(rows, 'text'));
    columns.write(COLUMN.category, part, this.category.finish(rows, 'text'));
  }
}
