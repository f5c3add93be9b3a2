import { fullSize, type Product } from '../../shop/catalog/tire.ts';

/** `205/55 R16 91V XL`: the size itself stays on one line, what follows may wrap. */
export function FullSize({ tire }: { tire: Pick<Product, 'size' | 'loadIndex' | 'speedIndex' | 'marks'> }) {
  const rest = fullSize(tire).slice(tire.size.text.length);
  return (
    <>
      <span className="whitespace-nowrap">{tire.size.text}</span>
      {rest}
    </>
  );
}
