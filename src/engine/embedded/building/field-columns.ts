import type { FieldCatalog, FieldInfo } from '../../fields/field-catalog.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import type { FieldEntries, ValueList } from '../../record/value-list.ts';
import type { ValueTable } from '../../values/value-table.ts';
import { ColumnBuilder } from '../columns/column-builder.ts';
import type { ColumnRows } from '../columns/column-rows.ts';

interface FieldColumn {
  name: string;
  builder: ColumnBuilder;
}

/** The columns of a catalog's fields, on products or on variants, while a part is written. */
export class FieldColumns {
  readonly on: FieldInfo['on'];
  /** By the number of a field's plan. */
  readonly #columns: (FieldColumn | undefined)[] = [];
  readonly #values: ValueTable;

  constructor(on: FieldInfo['on'], values: ValueTable) {
    this.on = on;
    this.#values = values;
  }

  /** Adds an entry's values. */
  add(row: number, values: ValueList, entries: FieldEntries, entry: number): void {
    const { builder } = this.#of(entries.plans[entry] as FieldPlan);
    values.write(builder, row, entries.from[entry] ?? 0, entries.to[entry] ?? 0);
  }

  #of(plan: FieldPlan): FieldColumn {
    return this.#columns[plan.number] ?? this.#make(plan);
  }

  #make({ number, name }: FieldPlan): FieldColumn {
    const column = { name, builder: new ColumnBuilder(this.#values) };
    this.#columns[number] = column;
    return column;
  }

  /** Writes the columns as what the catalog says of their fields. */
  write(
    columns: ColumnRows,
    columnName: (field: string) => string,
    part: number,
    rows: number,
    fields: FieldCatalog,
  ): void {
    const own = fields.filter(({ on }) => on === this.on);
    const types = new Map(own.map(({ name, type }) => [name, type]));
    for (const column of this.#columns) {
      if (!column?.builder.isFilled) continue;
      const type = types.get(column.name) ?? 'text';
      columns.write(columnName(column.name), part, column.builder.finish(rows, type));
    }
  }
}
