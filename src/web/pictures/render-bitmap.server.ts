import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The built module is in `build/server/assets`, one folder below the program. */
const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'svg-to-png.ts' : '../svg-to-png.js');

const timeoutMs = 30_000;

/** Renders in a child process, so that resvg's memory is freed (docs/decisions/web/2026-11-23-one-http-layer.md). */
export async function renderBitmap(svg: string): Promise<Buffer> {
  const rendering = promisify(execFile)(process.execPath, [program], { encoding: 'buffer', timeout: timeoutMs });
  // If the process ends early, the write fails. The error is ignored, because the exit code rejects the call.
  rendering.child.stdin?.on('error', () => {}).end(svg);
  return (await rendering).stdout;
}
