import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { elements, textsIn } from '../../../../test/support/html.ts';
import { Select } from './select.tsx';

test('renders options with id, label and picture, and marks options without results', () => {
  const html = renderToStaticMarkup(
    <Select
      value="summer"
      options={[
        { id: '', label: 'Any' },
        { id: 'summer', label: 'Summer tires', icon: 'summer' },
        { id: 'truck', label: 'Truck tires – none', icon: 'truck', unavailable: true },
      ]}
    />,
  );
  expect(textsIn(html, 'option')).toEqual(['Any', 'Summer tires', 'Truck tires – none']);
  expect(elements(html, 'option')).toEqual([
    { value: '' },
    { value: 'summer', 'data-icon': 'summer', selected: '' },
    { value: 'truck', 'data-icon': 'truck', 'data-unavailable': 'true' },
  ]);
});
