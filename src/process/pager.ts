/** What `less` does where it is not told otherwise, as with git: ends on one screen, keeps colours, leaves the text standing. */
const LESS = 'FRX';
/** What a shell answers where there is no such program. */
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
  const { execa } = await import('execa');
  // The shell reads a pager with options, as git's does.
  const shown = await execa('sh', ['-c', pager], {
    input: text,
    stdout: 'inherit',
    stderr: 'ignore',
    env: { LESS: env.LESS ?? LESS },
    reject: false,
  });
  return (
    shown.exitCode !== NOT_FOUND && !(shown.failed && shown.exitCode === undefined && !shown.isTerminated)
  );
}
