import { type SizedTire, type SizePiece, sizePieces } from '../../shop/catalog/tire/size-parts.ts';

/** The tire's middle lies below the picture, which shows its uppermost part. Radii in units of the picture. */
const middle = { x: 320, y: 1230 };
const radius = { tread: 1212, wall: 1186, letters: 1070, bracket: 1048, rim: 984 };
const numbersY = -914;
/** Height of the largest letters; how far around the tire the size may reach, in radians. */
const largest = 88;
const room = 0.55;
const gap = 0.005;

/** Widths of signs in parts of their height. Each sign is set by itself, so that no font moves it from its mark. */
const widths: Record<string, number> = { ' ': 0.34, '/': 0.44, '.': 0.32, '(': 0.42, ')': 0.42, M: 0.9, Q: 0.8, W: 1 };
const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (widths[sign] ?? 0.66), 0);

type Props = { tire: SizedTire; label?: string; className?: string };

/** A piece of sidewall with the size; its parts are numbered from left to right. */
export function SidewallDrawing({ tire, label, className }: Props) {
  const pieces = sizePieces(tire);
  const letters = Math.min(largest, (room * radius.letters) / widthOf(pieces.map(({ text }) => text).join('')));
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 640 350"
      role={label && 'img'}
      aria-label={label}
      className={className}
    >
      <defs>
        <radialGradient id="sidewall" gradientUnits="userSpaceOnUse" cx={middle.x} cy={middle.y} r={radius.wall}>
          <stop offset=".83" stopColor="#25282b" />
          <stop offset=".91" stopColor="#464b50" />
          <stop offset="1" stopColor="#303438" />
        </radialGradient>
      </defs>
      <g transform={`translate(${middle.x} ${middle.y})`}>
        <circle r={radius.tread} fill="#1d1f21" />
        <Ring r={radius.tread - 10} width={24} stroke="#62686d" dashes="34 8" />
        <circle r={radius.wall} fill="url(#sidewall)" />
        <Ring r={radius.wall - 12} width={2} stroke="#6a7076" />
        <Ring r={radius.rim + 24} width={2} stroke="#6a7076" />
        <circle r={radius.rim} fill="#8d9296" />
        <circle r={radius.rim - 8} fill="#dfe2e4" />
        <Ring r={radius.rim - 22} width={3} stroke="#b4b9bd" />
        <g textAnchor="middle" fontWeight="700" fontFamily="'Golos Text',Arial,Helvetica,sans-serif">
          {arranged(pieces, letters).map(({ from, to, number, signs }) => (
            <g key={from}>
              {signs.map(({ at, sign }) => (
                <text key={at} transform={turned(at, radius.letters)} fontSize={Math.round(letters)} fill="#f1efe9">
                  {sign}
                </text>
              ))}
              {number !== null && <Mark from={from} to={to} number={number} />}
            </g>
          ))}
        </g>
      </g>
    </svg>
  );
}

function Ring({ r, width, stroke, dashes }: { r: number; width: number; stroke: string; dashes?: string }) {
  return <circle r={r} fill="none" stroke={stroke} strokeWidth={width} strokeDasharray={dashes} />;
}

function Mark({ from, to, number }: { from: number; to: number; number: number }) {
  const { bracket, rim } = radius;
  const under = (from + to) / 2;
  const x = rim * Math.sin(under);
  return (
    <>
      <path
        d={`M${point(from, bracket + 9)}L${point(from, bracket)}A${bracket} ${bracket} 0 0 1 ${point(to, bracket)}L${point(to, bracket + 9)}M${point(under, bracket)}L${point(under, rim)}`}
        fill="none"
        stroke="#ffcf1a"
        strokeWidth="3"
      />
      <path d={`M${point(under, rim)}V${numbersY}`} stroke="#1a1c1e" strokeWidth="3" />
      <circle cx={x.toFixed(1)} cy={numbersY} r="25" fill="#1a1c1e" />
      <text x={x.toFixed(1)} y={numbersY + 11} fontSize="31" fill="#fff">
        {number}
      </text>
    </>
  );
}

type Arranged = { from: number; to: number; number: number | null; signs: { at: number; sign: string }[] };

/** The pieces laid side by side around the tire, the whole in the middle; angles in radians from the top. */
function arranged(pieces: readonly SizePiece[], letters: number): Arranged[] {
  const angleOf = (text: string) => (widthOf(text) * letters) / radius.letters;
  let angle = -angleOf(pieces.map(({ text }) => text).join('')) / 2;
  let count = 0;
  return pieces.map(({ text, part }) => {
    const from = angle;
    const signs = [...text].map((sign) => {
      const at = angle + angleOf(sign) / 2;
      angle += angleOf(sign);
      return { at, sign };
    });
    if (part !== null) count += 1;
    return { from: from + gap, to: angle - gap, number: part === null ? null : count, signs };
  });
}

function turned(angle: number, r: number): string {
  return `translate(${point(angle, r)}) rotate(${((angle * 180) / Math.PI).toFixed(1)})`;
}

function point(angle: number, r: number): string {
  return `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
}
