import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { action, type Frame } from '../frame.ts';

/** `brctl doctor`: is everything there that brctl needs? */
export function doctorCommand(frame: Frame): Command {
  return new Command('doctor')
    .summary('Check each credential and host, the SFTP host key and the clock, one line each')
    .description('\nExamples:\n  brctl doctor\n  brctl doctor -e staging --json')
    .action(action(frame, runDoctor));
}

async function runDoctor(context: CommandContext): Promise<number> {
  const { examine } = await import('../doctor/examine.ts');
  const { printDiagnosis } = await import('../output/doctor.ts');
  const config = await context.config();
  const { findings, failure } = await examine(context, config);
  const document = { schema: 'brctl.doctor/1', environment: config.environment, checks: findings };
  await context.output.result(document, (stdout) => printDiagnosis(findings, stdout));
  return failure === undefined ? 0 : exitCodeOf(failure);
}
