import type { Command } from 'commander';
import { applyCommand } from './commands/apply.command.ts';
import { bisectCommand } from './commands/bisect.command.ts';
import { categoryCommand } from './commands/category.command.ts';
import { completionCommand } from './commands/completion.command.ts';
import { configCommand } from './commands/config.command.ts';
import { contentCommand } from './commands/content.command.ts';
import { convertCommand } from './commands/convert.command.ts';
import { diffCommand } from './commands/diff.command.ts';
import { doctorCommand } from './commands/doctor.command.ts';
import { explainCommand } from './commands/explain.command.ts';
import { filesCommand } from './commands/files.command.ts';
import { guardsCommand } from './commands/guards.command.ts';
import { helpCommand } from './commands/help.command.ts';
import { indexCommand } from './commands/index.command.ts';
import { initCommand } from './commands/init.command.ts';
import { jobsCommand } from './commands/jobs.command.ts';
import { localCommand } from './commands/local.command.ts';
import { planCommand } from './commands/plan.command.ts';
import { pushCommand } from './commands/push.command.ts';
import { recsCommand } from './commands/recs.command.ts';
import { rehearseCommand } from './commands/rehearse.command.ts';
import { searchCommand } from './commands/search.command.ts';
import { serveCommand } from './commands/serve.command.ts';
import { stateCommand } from './commands/state.command.ts';
import { statusCommand } from './commands/status.command.ts';
import { submitCommand } from './commands/submit.command.ts';
import { suggestCommand } from './commands/suggest.command.ts';
import { uploadCommand } from './commands/upload.command.ts';
import { validateCommand } from './commands/validate.command.ts';
import { widgetCommand } from './commands/widget.command.ts';
import type { Frame } from './frame.ts';

/** Every command, in the order in which help shows them, by what people want of them. */
const COMMANDS: Readonly<Record<string, readonly ((frame: Frame) => Command)[]>> = {
  'Bring a catalog to the service:': [
    pushCommand,
    planCommand,
    rehearseCommand,
    guardsCommand,
    convertCommand,
    diffCommand,
    validateCommand,
    applyCommand,
  ],
  'Search it:': [
    searchCommand,
    categoryCommand,
    contentCommand,
    widgetCommand,
    recsCommand,
    suggestCommand,
    explainCommand,
    bisectCommand,
  ],
  'Run the service on this machine:': [serveCommand, localCommand],
  'Go step by step:': [
    uploadCommand,
    filesCommand,
    submitCommand,
    statusCommand,
    indexCommand,
    jobsCommand,
    stateCommand,
  ],
  'Set up:': [initCommand, configCommand, doctorCommand, completionCommand, helpCommand],
};

/** Adds every command to the program, in the order in which help lists them. */
export function addCommands(program: Command, frame: Frame): void {
  for (const [group, commands] of Object.entries(COMMANDS)) {
    for (const create of commands) program.addCommand(create(frame).helpGroup(group));
  }
}
