import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { elements, textsIn } from '../../../test/support/html.ts';
import { Select } from './select.tsx';

test('an option has its id, label and picture, and is marked when it has no results', () => {
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
