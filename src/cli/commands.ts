import type { Command } from 'commander';
import { convertCommand } from './commands/convert/convert.command.ts';
import { applyCommand, diffCommand, validateCommand } from './commands/delta/delta.command.ts';
import { bisectCommand, explainCommand } from './commands/explain/explain.command.ts';
import { guardsCommand } from './commands/guards/guards.command.ts';
import { completeCommand, completionCommand, helpCommand } from './commands/help/help.command.ts';
import { indexCommand, jobsCommand, statusCommand, submitCommand } from './commands/jobs/jobs.command.ts';
import { localCommand } from './commands/local/local.command.ts';
import { planCommand, pushCommand, rollbackCommand } from './commands/push/push.command.ts';
import { rehearseCommand } from './commands/rehearse/rehearse.command.ts';
import { categoryCommand, contentCommand, searchCommand } from './commands/search/search.command.ts';
import { serveCommand } from './commands/serve/serve.command.ts';
import { configCommand, doctorCommand, initCommand, trustCommand } from './commands/setup/setup.command.ts';
import { filesCommand, uploadCommand } from './commands/sftp/sftp.command.ts';
import { stateCommand } from './commands/state/state.command.ts';
import { recsCommand, suggestCommand, widgetCommand } from './commands/widgets/widgets.command.ts';

import type { Frame } from './frame.ts';
import { MAIN_COMMANDS } from './options.ts';

/** Every command by its name, in the order of help: the main ones with a line each, the others by group. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, (frame: Frame) => Command>>>> = {
  [MAIN_COMMANDS]: {
    serve: serveCommand,
    push: pushCommand,
    plan: planCommand,
    search: searchCommand,
    explain: explainCommand,
    jobs: jobsCommand,
  },
  'Catalog files:': {
    convert: convertCommand,
    validate: validateCommand,
    diff: diffCommand,
    apply: applyCommand,
    rehearse: rehearseCommand,
    guards: guardsCommand,
  },
  'Searches:': {
    category: categoryCommand,
    content: contentCommand,
    bisect: bisectCommand,
  },
  'Widgets:': {
    recs: recsCommand,
    suggest: suggestCommand,
    widget: widgetCommand,
  },
  'Single steps:': {
    upload: uploadCommand,
    files: filesCommand,
    submit: submitCommand,
    status: statusCommand,
    index: indexCommand,
    rollback: rollbackCommand,
    state: stateCommand,
  },
  'Setup:': {
    init: initCommand,
    config: configCommand,
    trust: trustCommand,
    doctor: doctorCommand,
    local: localCommand,
    completion: completionCommand,
    complete: completeCommand,
    help: helpCommand,
  },
};

/** Only the completion scripts run it. */
const HIDDEN = 'complete';

/**
 * Adds every command to the program, in the order in which help lists them.
 * @param name of the command that is run: where there is one of this name, no other is added, as nobody would see it
 */
export function addCommands(program: Command, frame: Frame, name?: string): void {
  const isKnown =
    name !== undefined && Object.values(COMMANDS).some((commands) => Object.hasOwn(commands, name));
  for (const [group, commands] of Object.entries(COMMANDS)) {
    for (const [each, create] of Object.entries(commands))
      if (!isKnown || each === name)
        program.addCommand(create(frame).helpGroup(group), { hidden: each === HIDDEN });
  }
}
