type Props = { shape: string; size?: number; className?: string };

/** An icon beside words that say the same. `shape` is the path of a Lucide icon (icons.ts), 24 units wide and high. */
export function Icon({ shape, size = 24, className = '' }: Props) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className={`icon ${className}`}>
      <path d={shape} />
    </svg>
  );
}
