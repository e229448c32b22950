import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond the edges, so that the next one is there before it is scrolled to. */
const EXTRA_ROWS = 12;

interface WindowListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  rowHeight: number;
  label: string;
  children: (item: Item) => ComponentChildren;
}

/** A list of any length: only the rows in sight exist. New rows at the top do not move what is being read. */
export function VirtualList<Item>({ items, keyOf, rowHeight, label, children }: WindowListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const firstKey = useRef<string | undefined>(undefined);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  useLayoutEffect(() => {
    const before = firstKey.current;
    const [first] = items;
    firstKey.current = first === undefined ? undefined : keyOf(first);
    const element = box.current;
    if (element === null || before === undefined || before === firstKey.current) return;
    const added = items.findIndex((item) => keyOf(item) === before);
    if (added > 0 && element.scrollTop > rowHeight) element.scrollTop += added * rowHeight;
  }, [items, keyOf, rowHeight]);

  const from = Math.max(0, Math.floor(top / rowHeight) - EXTRA_ROWS);
  const to = Math.min(items.length, Math.ceil((top + height) / rowHeight) + EXTRA_ROWS);
  return (
    <div class="window" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <ul aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(from, to).map((item, at) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={from + at + 1}
            style={{ transform: `translateY(${(from + at) * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
