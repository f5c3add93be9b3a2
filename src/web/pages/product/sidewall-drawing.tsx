import { type SizedTire, type SizePiece, sizePieces } from '../../../shop/catalog/tire/size-parts.ts';

/** Shows the top of a tire, whose `middle` is below the picture. Lengths in the picture's units, angles in radians. */
const middle = { x: 320, y: 1230 };
const radius = { tread: 1212, wall: 1186, letters: 1070, bracket: 1048, rim: 984 };
const numbersY = -914;
const maxLetterSize = 88;
const maxTextAngle = 0.55;
const halfGapAngle = 0.005;

/** Widths as fractions of the font size. Each character is placed alone, so that no position depends on the font. */
const widths: Record<string, number> = { ' ': 0.34, '/': 0.44, '.': 0.32, '(': 0.42, ')': 0.42, M: 0.9, Q: 0.8, W: 1 };
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (widths[character] ?? 0.66), 0);

type Props = { tire: SizedTire; label?: string; className?: string };

export function SidewallDrawing({ tire, label, className }: Props) {
  const pieces = sizePieces(tire);
  const letterSize = Math.min(
    maxLetterSize,
    (maxTextAngle * radius.letters) / widthOf(pieces.map(({ text }) => text).join('')),
  );
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
          {arrange(pieces, letterSize).map(({ startAngle, endAngle, number, characters }) => (
            <g key={startAngle}>
              {characters.map(({ angle, character }) => (
                <text
                  key={angle}
                  transform={transformAt(angle, radius.letters)}
                  fontSize={Math.round(letterSize)}
                  fill="#f1efe9"
                >
                  {character}
                </text>
              ))}
              {number !== null && <NumberedBracket startAngle={startAngle} endAngle={endAngle} number={number} />}
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

type BracketProps = { startAngle: number; endAngle: number; number: number };

function NumberedBracket({ startAngle, endAngle, number }: BracketProps) {
  const { bracket, rim } = radius;
  const middleAngle = (startAngle + endAngle) / 2;
  const x = rim * Math.sin(middleAngle);
  const arc = `A${bracket} ${bracket} 0 0 1 ${point(endAngle, bracket)}`;
  const bracketPath = `M${point(startAngle, bracket + 9)}L${point(startAngle, bracket)}${arc}L${point(endAngle, bracket + 9)}`;
  const lineToRim = `M${point(middleAngle, bracket)}L${point(middleAngle, rim)}`;
  return (
    <>
      <path d={bracketPath + lineToRim} fill="none" stroke="#ffcf1a" strokeWidth="3" />
      <path d={`M${point(middleAngle, rim)}V${numbersY}`} stroke="#1a1c1e" strokeWidth="3" />
      <circle cx={x.toFixed(1)} cy={numbersY} r="25" fill="#1a1c1e" />
      <text x={x.toFixed(1)} y={numbersY + 11} fontSize="31" fill="#fff">
        {number}
      </text>
    </>
  );
}

type ArrangedPiece = {
  startAngle: number;
  endAngle: number;
  number: number | null;
  characters: { angle: number; character: string }[];
};

/** Places the pieces side by side around the tire, centred at the top. Angles are measured from the top. */
function arrange(pieces: readonly SizePiece[], letterSize: number): ArrangedPiece[] {
  const angleOf = (text: string) => (widthOf(text) * letterSize) / radius.letters;
  let nextAngle = -angleOf(pieces.map(({ text }) => text).join('')) / 2;
  let numberedParts = 0;
  return pieces.map(({ text, part }) => {
    const start = nextAngle;
    const characters = [...text].map((character) => {
      const angle = nextAngle + angleOf(character) / 2;
      nextAngle += angleOf(character);
      return { angle, character };
    });
    if (part !== null) numberedParts += 1;
    const number = part === null ? null : numberedParts;
    return { startAngle: start + halfGapAngle, endAngle: nextAngle - halfGapAngle, number, characters };
  });
}

function transformAt(angle: number, r: number): string {
  return `translate(${point(angle, r)}) rotate(${((angle * 180) / Math.PI).toFixed(1)})`;
}

function point(angle: number, r: number): string {
  return `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
}
