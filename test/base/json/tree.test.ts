import { describe, expect, it } from 'vitest';
import { ObjectTree } from '../../../src/base/json/tree.ts';

const TEXT = '{ "id": 1234567890123456789, "price":1.10, "\\u0061":{"x":1e3, "y":[ 1 ]} }';

describe('ObjectTree', () => {
  it('prints an untouched object as it was', () => {
    const tree = ObjectTree.parse(TEXT);
    tree?.get('a');
    expect(tree?.print()).toBe(TEXT);
  });

  it('keeps digits, escapes and white space of the members that were not changed', () => {
    const tree = ObjectTree.parse(TEXT);
    tree?.child('a')?.set('x', '2');
    expect(tree?.print()).toBe('{"id":1234567890123456789,"price":1.10,"\\u0061":{"x":2,"y":[ 1 ]}}');
  });

  it('sees changes of a child that was lent before the parent was printed', () => {
    const tree = ObjectTree.parse('{"a":{"b":1}}');
    const child = tree?.child('a');
    expect(tree?.print()).toBe('{"a":{"b":1}}');
    child?.delete('b');
    expect(tree?.print()).toBe('{"a":{}}');
  });

  it('finds members behind characters of two, three and four bytes', () => {
    const tree = ObjectTree.parse('{"é":"Élan","prix €":{"a":"😀","b":"x"},"z":[1,"ü"],"😀":2}');
    expect(tree?.keys()).toEqual(['é', 'prix €', 'z', '😀']);
    expect(tree?.get('z')).toBe('[1,"ü"]');
    tree?.child('prix €')?.set('b', '"y"');
    expect(tree?.print()).toBe('{"é":"Élan","prix €":{"a":"😀","b":"y"},"z":[1,"ü"],"😀":2}');
  });

  it('takes the last of duplicate keys', () => {
    expect(ObjectTree.parse('{"a":1,"a":2}')?.get('a')).toBe('2');
  });

  it('treats __proto__ as any other key', () => {
    const tree = ObjectTree.parse('{}');
    tree?.set('__proto__', '1');
    expect(tree?.print()).toBe('{"__proto__":1}');
  });

  it('tells no object from no member', () => {
    const tree = ObjectTree.parse('{"a":[1]}');
    expect(tree?.child('a')).toBeNull();
    expect(tree?.child('b')).toBeUndefined();
    expect(ObjectTree.parse('[1]')).toBeUndefined();
    expect(() => ObjectTree.parse('{')).toThrow(SyntaxError);
  });

  it('is the same whether a member is taken apart with it or later', () => {
    const text = '{"é":1, "a":{ "ü":"😀" , "\\u0062": 1.10, "c":{"d":[ "€" ]} }, "z":"Élan", "n":null}';
    for (const opened of ['a', 'é', 'n', 'other', undefined]) {
      const tree = ObjectTree.parse(text, opened);
      expect(tree?.print()).toBe(text);
      expect(tree?.get('a')).toBe('{ "ü":"😀" , "\\u0062": 1.10, "c":{"d":[ "€" ]} }');
      expect(tree?.get('z')).toBe('"Élan"');
      expect(tree?.child('n')).toBeNull();
      const child = tree?.child('a');
      expect(child?.keys()).toEqual(['ü', 'b', 'c']);
      child?.child('c')?.set('e', '2');
      expect(tree?.print()).toBe(
        '{"é":1,"a":{"ü":"😀","\\u0062":1.10,"c":{"d":[ "€" ],"e":2}},"z":"Élan","n":null}',
      );
    }
  });
});
