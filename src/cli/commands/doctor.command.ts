import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';

/** `brctl doctor`: is everything there that brctl needs? */
export function doctorCommand(frame: Frame): Command {
  return new Command('doctor')
    .summary('Check each credential and host, the SFTP host key and the clock, one line each')
    .description('\nExamples:\n  brctl doctor\n  brctl doctor -e staging --json')
    .action(action(frame, async () => (await import('../doctor/doctor-run.ts')).runDoctor));
}
