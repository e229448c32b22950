import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Default options of `less`, as in git: quit if it fits one screen, keep colours, leave the text. */
const LESS = 'FRX';
/** Output is UTF-8 in any locale; without this, `less` would show `ü` as `<C3><BC>`. */
const LESSCHARSET = 'utf-8';
/** Exit code of a shell for a missing program. */
const NOT_FOUND = 127;

/**
 * Shows a text in the user's pager: `BRCTL_PAGER`, `PAGER`, or `less`; an empty one or `cat` means none.
 *
 * @param rows height of the terminal
 * @returns false where the text fits the terminal or there is no pager: it has not been shown then
 */
export async function showInPager(
  text: string,
  rows: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const pager = env.BRCTL_PAGER ?? env.PAGER ?? 'less';
  if (pager === '' || pager === 'cat' || text.split('\n').length <= rows) return false;
  // The shell reads a pager with options, as git's does.
  const shell = spawn('sh', ['-c', pager], {
    stdio: ['pipe', 'inherit', 'ignore'],
    env: { ...process.env, LESS: env.LESS ?? LESS, LESSCHARSET: env.LESSCHARSET ?? LESSCHARSET },
  });
  // A reader may quit the pager early.
  shell.stdin.on('error', () => undefined);
  shell.stdin.end(text);
  const [exitCode] = await once(shell, 'close').catch(() => [NOT_FOUND]);
  return exitCode !== NOT_FOUND;
}
