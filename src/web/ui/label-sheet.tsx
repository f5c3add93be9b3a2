import { cloudRain, volume } from './icons.ts';

/** What lists show of labels again and again, drawn once in the document; `LabelArrow` and `LabelLink` use it. */
export function LabelSheet() {
  return (
    <svg aria-hidden="true" className="hidden">
      <symbol id="label-arrow" viewBox="0 0 64 32">
        <path d="M16.5.5H51L63.5 16 51 31.5H16.5z" className="stroke-current" />
        <path d="M.5.5h15.5v31H.5zM8.25 19.5v-7m-2.5 2.5 2.5-2.5 2.5 2.5" className="fill-none stroke-current" />
        <g fontSize="10" className="fill-current">
          <text x="8.25" y="10.5">
            A
          </text>
          <text x="8.25" y="29">
            E
          </text>
        </g>
      </symbol>
      <symbol id="label-rain" viewBox="0 0 24 24">
        <path d={cloudRain} />
      </symbol>
      <symbol id="label-noise" viewBox="0 0 24 24">
        <path d={volume} />
      </symbol>
    </svg>
  );
}
