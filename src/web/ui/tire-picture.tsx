import type { Product } from '../../shop/catalog/tire.ts';

type Props = { tire: Pick<Product, 'image'>; size: number; className?: string };

/** The tire's picture, of fixed size so that nothing moves when it arrives. Its name stands beside it. */
export function TirePicture({ tire, size, className = '' }: Props) {
  return (
    <img
      src={tire.image}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className={`aspect-square h-auto w-full ${className}`}
    />
  );
}
