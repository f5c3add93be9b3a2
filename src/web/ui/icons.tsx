type Props = { shape: string; size?: number; className?: string };

export function Icon({ shape, size = 24, className = '' }: Props) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className={`icon ${className}`}>
      <path d={shape} />
    </svg>
  );
}

// Icons by Lucide (lucide.dev, ISC License, © Lucide Icons and Contributors), each drawn as one path.

export const arrowUp = 'm5 12 7-7 7 7M12 19V5';
export const check = 'M20 6 9 17l-5-5';
export const chevronDown = 'm6 9 6 6 6-6';
export const circleAlert = 'M22 12a10 10 0 1 1-20 0 10 10 0 1 1 20 0zM12 8v4M12 16h.01';
export const cloudRain = 'M4 14.899A7 7 0 1 1 15.71 8h1.79a4.5 4.5 0 0 1 2.5 8.242M16 14v6M8 14v6M12 16v6';
export const cross = 'M18 6 6 18M6 6l12 12';
export const externalLink = 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6';
export const mapPin =
  'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M15 10a3 3 0 1 1-6 0 3 3 0 1 1 6 0z';
export const menu = 'M4 5h16M4 12h16M4 19h16';
export const phone = 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2';
export const shoppingCart =
  'm2.05 2.05 1.099-.028a1 1 0 0 1 1.008.815l2.69 14.347A1 1 0 0 0 7.83 18H18M4.563 5h16.435a1 1 0 0 1 .981 1.204l-1.026 6.226A2 2 0 0 1 18.962 14H6.25M20 20a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM10 20a2 2 0 1 1-4 0 2 2 0 1 1 4 0z';
export const slidersHorizontal = 'M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3';
export const trash =
  'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2';
export const undo = 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5 5.5 5.5 0 0 1-5.5 5.5H11';
export const volume =
  'M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298zM16 9a5 5 0 0 1 0 6M19.364 18.364a9 9 0 0 0 0-12.728';
