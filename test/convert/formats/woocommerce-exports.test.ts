import { expect, test } from 'vitest';
import { convertText } from '../convert-text.ts';

const SHOP = { shopUrl: 'https://shop.example' };

test('lines of a description are words apart, not a backslash and an n', async () => {
  const { records } = await convertText(
    'ID,Type,SKU,Name,Description,Regular price\n1,simple,a,A,"<p>One.</p>\\n<p>Two</p>\\nThree\\n",5\n2,simple,b,B,One\\nTwo,5\n',
    SHOP,
  );
  expect(records['/products/a']?.attributes.description).toBe('One. Two Three');
  expect(records['/products/b']?.attributes.description).toBe('One Two');
});

test('a product without number and permalink has the address of its name', async () => {
  const { records } = await convertText('Type,SKU,Name,Regular price\nsimple,a,Blue Cap,5\n', SHOP);
  expect(records['/products/a']?.attributes.url).toBe('https://shop.example/product/blue-cap/');
});

test('attributes whose names have no letter of ours are kept by their number', async () => {
  const { records } = await convertText(
    'ID,SKU,Name,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n1,a,A,5,Цвет,синий,Размер,M\n',
    SHOP,
  );
  expect(records['/products/a']?.attributes).toMatchObject({ attribute_1: 'синий', attribute_2: 'M' });
});
