import type { Command } from 'commander';
import { convertCommand } from './commands/convert.command.ts';
import { applyCommand, diffCommand, validateCommand } from './commands/delta.command.ts';
import { bisectCommand, explainCommand } from './commands/explain.command.ts';
import { guardsCommand } from './commands/guards.command.ts';
import { indexCommand, jobsCommand, statusCommand, submitCommand } from './commands/jobs.command.ts';
import { localCommand } from './commands/local.command.ts';
import { planCommand, pushCommand } from './commands/push.command.ts';
import { rehearseCommand } from './commands/rehearse.command.ts';
import {
  categoryCommand,
  contentCommand,
  recsCommand,
  searchCommand,
  suggestCommand,
  widgetCommand,
} from './commands/search.command.ts';
import { serveCommand } from './commands/serve.command.ts';
import {
  completionCommand,
  configCommand,
  doctorCommand,
  helpCommand,
  initCommand,
} from './commands/setup.command.ts';
import { filesCommand, uploadCommand } from './commands/sftp.command.ts';
import { stateCommand } from './commands/state.command.ts';
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
