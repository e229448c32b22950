import type { Database } from '../../../sqlite.ts';
import type { FieldEntries } from '../../record/field-entries.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import type { ValueList } from '../../record/value-list.ts';
import type { ValueTable } from '../../values/value-table.ts';
import { ColumnBuilder, type FieldType } from '../columns/column-builder.ts';
import type { ColumnRows } from '../columns/column-rows.ts';

/** Prices are numbers whatever the feed says (doc: public-facts B4); other fields are what their values are. */
const ALWAYS_NUMBERS = new Set(['price', 'sale_price']);

interface FieldColumn {
  name: string;
  /** Some record gives the field as a list. */
  isList: boolean;
  builder: ColumnBuilder;
}

/** The columns of a catalog's fields, on products or on variants, while a part is written. */
export class FieldColumns {
  /** By the number of a field's plan. */
  private readonly columns: (FieldColumn | undefined)[] = [];
  private readonly values: ValueTable;

  constructor(values: ValueTable) {
    this.values = values;
  }

  /** Adds an entry's values. */
  add(row: number, values: ValueList, entries: FieldEntries, entry: number): void {
    const { builder } = this.of(entries.plans[entry] as FieldPlan);
    values.write(builder, row, entries.from[entry] ?? 0, entries.to[entry] ?? 0);
  }

  /** Notes that a record gives a field as a list. */
  noteList(plan: FieldPlan): void {
    this.of(plan).isList = true;
  }

  private of(plan: FieldPlan): FieldColumn {
    return this.columns[plan.number] ?? this.make(plan);
  }

  private make({ number, name }: FieldPlan): FieldColumn {
    const column = { name, isList: false, builder: new ColumnBuilder(this.values) };
    this.columns[number] = column;
    return column;
  }

  /** Writes the columns, and what was learnt about the fields; those that the file knows keep their type. */
  write(
    db: Database,
    columns: ColumnRows,
    columnName: (field: string) => string,
    part: number,
    rows: number,
  ): void {
    const known = db.prepare<{ type: FieldType }>('SELECT type FROM field WHERE name = ?');
    const save = db.prepare(`INSERT INTO field VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      list = max(list, excluded.list), filled = filled + excluded.filled`);
    for (const column of this.columns) {
      if (column === undefined || column.builder.filled === 0) continue;
      const { builder, isList } = column;
      const name = columnName(column.name);
      const type = known.get(name)?.type ?? (ALWAYS_NUMBERS.has(column.name) ? 'number' : builder.type());
      save.run(name, type, isList ? 1 : 0, builder.filled, builder.distinct);
      columns.write(name, part, builder.finish(rows, type));
    }
  }
}
