import type { Product } from '../../shop/catalog/tire.ts';

type Props = {
  tire: Pick<Product, 'image'>;
  size: number;
  /** In the first view, so not to be waited with. */
  eager?: boolean;
  className?: string;
};

/** The tire's picture, of fixed size so that nothing moves when it arrives. Its name stands beside it. */
export function TirePicture({ tire, size, eager = false, className = '' }: Props) {
  return (
    <img
      src={tire.image}
      alt=""
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`aspect-square h-auto w-full ${className}`}
    />
  );
}
