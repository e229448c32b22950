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

/** Every command by its name, in the order in which help shows them, by what people want of them. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, (frame: Frame) => Command>>>> = {
  'Bring a catalog to the service:': {
    push: pushCommand,
    plan: planCommand,
    rehearse: rehearseCommand,
    guards: guardsCommand,
    convert: convertCommand,
    diff: diffCommand,
    validate: validateCommand,
    apply: applyCommand,
  },
  'Search it:': {
    search: searchCommand,
    category: categoryCommand,
    content: contentCommand,
    widget: widgetCommand,
    recs: recsCommand,
    suggest: suggestCommand,
    explain: explainCommand,
    bisect: bisectCommand,
  },
  'Run the service on this machine:': { serve: serveCommand, local: localCommand },
  'Go step by step:': {
    upload: uploadCommand,
    files: filesCommand,
    submit: submitCommand,
    status: statusCommand,
    index: indexCommand,
    jobs: jobsCommand,
    state: stateCommand,
  },
  'Set up:': {
    init: initCommand,
    config: configCommand,
    doctor: doctorCommand,
    completion: completionCommand,
    help: helpCommand,
  },
};

/**
 * Adds every command to the program, in the order in which help lists them.
 *
 * @param name of the command that is run: where there is one of this name, no other is added, as nobody would see it
 */
export function addCommands(program: Command, frame: Frame, name?: string): void {
  const isKnown =
    name !== undefined && Object.values(COMMANDS).some((commands) => Object.hasOwn(commands, name));
  for (const [group, commands] of Object.entries(COMMANDS)) {
    for (const [each, create] of Object.entries(commands))
      if (!isKnown || each === name) program.addCommand(create(frame).helpGroup(group));
  }
}
