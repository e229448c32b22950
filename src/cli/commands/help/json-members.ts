// What several documents of --json share, in the notation of `JsonDocument.members`.

export const PLAN = `
  plan.mode full|delta; plan.via payload|sftp; plan.why text; plan.missing unavailable|remove|ignore;
  plan.products count; plan.products_before? count; plan.added? count; plan.changed? count; plan.removed? count;
  plan.unchanged? count; plan.newly_unavailable? count; plan.newly_available? count; plan.price_leaps? count;
  plan.attributes[].name? text; plan.attributes[].products? count; plan.attributes[].examples[].product? text;
  plan.attributes[].examples[].old? text; plan.attributes[].examples[].new? text; plan.examples.*? any;
  plan.carried count; plan.losses[] text; plan.operations count; plan.jobs count; plan.body_bytes count;
  plan.warnings count; plan.problems[].* any; plan.held text; plan.guards[].code text;
  plan.guards[].verdict passed|allowed|refused|unknown; plan.guards[].why text; plan.guards[].pass[]? text;
  plan.guards[].examples[]? text; plan.guards[].lines[]? count; plan.guards[].data.*? any`;

export const PUSH = `environment text; catalog text; source text; resumed? flag; ${PLAN}`;

export const FACT = (name: string) => `
  ${name}.state yes|no|unknown|not-needed; ${name}.at? time; ${name}.jobs[].job_id? text;
  ${name}.jobs[].status? text; ${name}.remark? text`;

export const JOB = `status? text; type? text; created_at? time; started_at? time; stopped_at? time; message? text;
  error_code? text`;

export const APPLIED = `
  applied.source? text; applied.products? count; applied.applied_at? time; applied.indexed? flag;
  applied.in_doubt? flag; push.source? text; push.mode? text; push.started_at? time; push.parts[].state? text;
  push.parts[].job_id? text`;

export const SEARCH = `
  query text|null; catalog_version? count {with \`--at\`}; total count; start count; products[].* any;
  groups[].value? text; groups[].total? count; groups[].products[].*? any; facets[].field text;
  facets[].values[].label text; facets[].values[].count count|null; facets[].values[].fq text; stats.*? any;
  did_you_mean[] text; corrected_query text|null; redirect null; redirect.query? text|null; redirect.url? text|null`;

export const SCORE = (at: string) => `
  ${at}parts[].part? text; ${at}parts[].word? text; ${at}parts[].effect? add|multiply; ${at}parts[].value? number;
  ${at}parts[].factors[].name? text; ${at}parts[].factors[].value? number; ${at}above null; ${at}above.id? text;
  ${at}above.score? number; ${at}above.decision.*? any`;

export const MADE_BY = (at: string) => `
  ${at}version count; ${at}type text|null; ${at}job_id text|null; ${at}request_id text|null; ${at}source text|null;
  ${at}applied_at time|null; ${at}line count|null`;

export const CHANGE = (at: string) => `
  ${at}kind? added|changed|removed; ${at}line? count|null; ${at}operations[].op? text; ${at}operations[].path? text;
  ${at}operations[].value.*? json`;
