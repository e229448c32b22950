import { APPLIED, CHANGE, FACT, JOB, MADE_BY, PLAN, PUSH, SCORE, SEARCH } from './json-members.ts';

/** One kind of document that `--json` prints. */
export interface JsonDocument {
  /** `files ls`, `push --dry-run` */
  command: string;
  /** When it is printed, or where to. */
  note?: string;
  /** Value of its first member, `schema`. */
  schema: string;
  /**
   * Members in their order, between semicolons: path, `?` where it is there only if it applies, and what its value is:
   * `text`, `time`, `count` (a whole number), `number`, `flag`, `null`, `any`, or words of which it is one, `|` between;
   * `json` where what the `*` is a member of need not be an object.
   * A remark stands in braces. `[]` is each item of a list, `*` each member, whatever its name.
   */
  members: string;
}

/** Every document of `--json`, in the order of docs/reference/json-output.md. What is an error is described there. */
export const JSON_DOCUMENTS: readonly JsonDocument[] = [
  {
    command: 'convert',
    note: 'with `-o` on stdout, else on stderr',
    schema: 'brctl.convert/1',
    members: `feed text; file? text; from text; container text; encoding text; decimal text; fields[].field text;
      fields[].taken_for[] text; rows count; products count; variants count; unavailable count; without.* count; priced_by_parts count; rejected count;
      rejected_by_code.* count; rejections[].severity error|warning; rejections[].code text; rejections[].message text;
      rejections[].line count; rejections[].product? text; left_out_by_code.* count; warnings_by_code.* count`,
  },
  {
    command: 'diff',
    note: 'with `-o` on stdout, else on stderr',
    schema: 'brctl.diff/1',
    members: `family products|items; old_products count; new_products count; added count; removed count; changed count;
      unchanged count; touched_share number; operations count; delta_bytes count; catalog_bytes count;
      warnings count; full_load_advised flag; advice[] text; files[] text`,
  },
  {
    command: 'diff --explain',
    note: 'one line per product, on stderr',
    schema: 'brctl.diff-explain/1',
    members: `product text; kind added|removed|changed; changes[].path text; changes[].old? text; changes[].new? text`,
  },
  {
    command: 'apply',
    note: 'with `-o`',
    schema: 'brctl.apply/1',
    members: `file text; records count; added count; changed count; removed count; operations count`,
  },
  {
    command: 'validate',
    schema: 'brctl.validate/1',
    members: `valid flag; errors count; warnings count; files[].file text; files[].kind text; files[].family? text;
      files[].operations count;
      files[].complete flag {false if too many errors: the rest was not read};
      files[].uncompressed_bytes count; files[].errors count; files[].warnings count; files[].count_by_code.* count;
      files[].problems[].severity error|warning; files[].problems[].code text; files[].problems[].message text;
      files[].problems[].hint? text; files[].problems[].file? text; files[].problems[].line? count;
      files[].problems[].column? count; files[].problems[].product? text; files[].problems[].pointer? text`,
  },
  {
    command: 'upload',
    schema: 'brctl.upload/1',
    members: `files[].path text; files[].local text; files[].size_bytes count; files[].resumed_bytes count;
      files[].skipped flag; files[].compressed flag`,
  },
  {
    command: 'upload --dry-run',
    schema: 'brctl.upload/1',
    members: `dry_run flag; host text; port count; user text; files[].path text; files[].local text;
      files[].local_bytes count|null; files[].compressed flag`,
  },
  {
    command: 'files ls',
    schema: 'brctl.files/1',
    members: `files[].path text; files[].size_bytes count; files[].modified_at time; files[].age_ms count;
      files[].days_left count; files[].expires_at? time`,
  },
  { command: 'files rm', schema: 'brctl.files-rm/1', members: 'removed[] text' },
  {
    command: 'submit',
    schema: 'brctl.submit/1',
    members: `catalog text; mode full|delta; job_id? text {of a single job}; requests[].job_id text;
      requests[].via payload|sftp; requests[].operations? count;
      requests[].files? count {their number, with \`--sftp\`}; requests[].body_bytes count;
      requests[].status? text {of \`--wait\`}`,
  },
  {
    command: 'submit --dry-run',
    schema: 'brctl.submit/1',
    members: `dry_run flag; requests[].method text; requests[].url text; requests[].headers.* text;
      requests[].operations? count; requests[].files[]? text; requests[].body_bytes count;
      requests[].uncompressed_bytes count`,
  },
  {
    command: 'status',
    schema: 'brctl.status/1',
    members: `jobs[].job_id text; jobs[].status text; jobs[].type? text; jobs[].catalog? text; jobs[].created_at? time;
      jobs[].started_at? time; jobs[].stopped_at? time; jobs[].message? text; jobs[].error_code? text`,
  },
  {
    command: 'index',
    note: 'all but `catalog` and `job_id` with `--wait`',
    schema: 'brctl.index/1',
    members: `catalog text; job_id text; ${JOB}`,
  },
  {
    command: 'push',
    schema: 'brctl.push/1',
    members: `${PUSH}; ${FACT('accepted')}; ${FACT('applied')}; ${FACT('searchable')}`,
  },
  {
    command: 'rollback --list',
    schema: 'brctl.rollback/1',
    members: `environment text; catalog text; versions[].applied flag; versions[].applied_at time;
      versions[].products count; versions[].source text; versions[].job_id? text`,
  },
  { command: 'push --dry-run', schema: 'brctl.push/1', members: `dry_run flag; ${PUSH}` },
  {
    command: 'plan',
    schema: 'brctl.plan/1',
    members: `environment text; catalog text; source text; ${PLAN}`,
  },
  {
    command: 'rehearse',
    schema: 'brctl.rehearse/1',
    members: `source text; queries_file text; top count; compared flag; summary.queries count; summary.failed count;
      summary.inconclusive count; summary.moved count; summary.failed_before count;
      summary.zero_results.before? count; summary.zero_results.after count; summary.relaxed.before? count;
      summary.relaxed.after count; summary.corrected.before? count; summary.corrected.after count;
      summary.facet_values_lost count; summary.overlap? number;
      summary.judged.*? any {as a query's \`metrics\`, the mean}; queries[].name text;
      queries[].kind search|category; queries[].text text; queries[].parameters[].name? text;
      queries[].parameters[].value? text; queries[].weight number; queries[].note? text;
      queries[].verdict failed|inconclusive|moved|unchanged; queries[].before.total? count;
      queries[].before.products[]? text; queries[].before.relaxed? flag;
      queries[].before.corrected_query? text|null; queries[].after.total count; queries[].after.products[] text;
      queries[].after.relaxed flag; queries[].after.corrected_query text|null; queries[].overlap? number;
      queries[].metrics.*? any
      {\`before\` and \`after\`: \`ndcg\` \`precision\` \`recall\` \`reciprocal_rank\` \`judged_share\`};
      queries[].moves[].id? text; queries[].moves[].title? text; queries[].moves[].before? count|null;
      queries[].moves[].after? count|null {places, from 1}; queries[].moves[].change? appeared|vanished|moved;
      queries[].facets[].field? text; queries[].facets[].lost[]? text; queries[].facets[].shift? number;
      queries[].checks[].kind? ids|absent|minHits|judgments|stable;
      queries[].checks[].verdict? passed|failed|failed-before|inconclusive; queries[].checks[].why? text;
      queries[].blame[].product? text; queries[].blame[].kind? added|removed|changed; queries[].blame[].line? count;
      queries[].blame[].attributes[].name? text; queries[].blame[].attributes[].old? text;
      queries[].blame[].attributes[].new? text`,
  },
  {
    command: 'guards',
    schema: 'brctl.guards/1',
    members: `environment text; catalog text; feeds count; feeds_needed count; first_at? time; last_at? time;
      last_was_exception flag; products? count; profiled? count; figures[].code? text; figures[].name? text;
      figures[].field? text; figures[].scale? share|count|distance; figures[].usual? number; figures[].last? number;
      figures[].low? number; figures[].high? number`,
  },
  {
    command: 'guards forget',
    schema: 'brctl.guards-forget/1',
    members: 'environment text; catalog text; forgotten count; left count',
  },
  {
    command: 'jobs',
    note: 'a line for each request',
    schema: 'brctl.jobs/1',
    members: `id text; environment text; catalog text; kind text; mode? text; via? text; operations? count;
      body_bytes? count; sha256? text; source? text; started_at time; updated_at time; ended_at? time; job_id? text;
      state text; remark? text; accepted.codes[]? text; accepted.because? text`,
  },
  {
    command: 'state show',
    schema: 'brctl.state/1',
    members: `environment text; catalog text; state text; expires_at? time; ${APPLIED}; requests count;
      lock.pid? count; lock.host? text; lock.purpose? text; lock.since? time; lock.last_sign_at? time`,
  },
  {
    command: 'state export',
    schema: 'brctl.state-export/1',
    members: 'file text; files count; content_bytes count',
  },
  { command: 'state import', schema: 'brctl.state-import/1', members: `state text; ${APPLIED}` },
  {
    command: 'state unlock',
    schema: 'brctl.state-unlock/1',
    members: 'environment text; catalog text; was_locked flag; pid? count; host? text',
  },
  { command: 'search', schema: 'brctl.search/1', members: SEARCH },
  { command: 'category', schema: 'brctl.category/1', members: SEARCH },
  { command: 'content', schema: 'brctl.content/1', members: SEARCH },
  { command: 'recs', schema: 'brctl.recs/1', members: SEARCH },
  {
    command: 'search --vs',
    schema: 'brctl.search-compare/1',
    members: `here text; there text; total_here count; total_there count; products[].pid text; products[].title text;
      products[].here count|null; products[].there count|null {places, from 1};
      products[].change same|moved|gained|lost`,
  },
  {
    command: 'explain',
    schema: 'brctl.explain/1',
    members: `catalog text; product text; title text|null; query text|null; category text|null; view_id text|null;
      found flag|null {null where it cannot be known}; code text|null {[find-a-missing-product.md](../how-to/find-a-missing-product.md)}; gates[].gate text;
      gates[].state passed|failed|unknown|skipped; gates[].code? text; gates[].message text; gates[].job_id? text;
      gates[].filter? text; gates[].values.*? text|null; gates[].words[].*? any; rank count|null; total count|null;
      start count; rows count; score number|null; ${SCORE('')}; corrected_query text|null; relaxed flag; views[] text;
      variants[].id text; variants[].in_view flag; counterfactuals[].change text; counterfactuals[].text text;
      counterfactuals[].found flag; counterfactuals[].rank count|null; counterfactuals[].total count|null;
      counterfactuals[].score number|null; ${SCORE('counterfactuals[].')}; index_version count|null`,
  },
  {
    command: 'bisect',
    schema: 'brctl.bisect/1',
    members: `catalog text; product text; query text|null; category text|null; in_top count;
      found_now flag {by what is published}; published_version count|null; oldest_version count; newest_version count;
      verdict lost|brought|kept|never; by record|ranking|null {null without a culprit}; culprit null;
      culprit.version? count; culprit.type? text|null; culprit.job_id? text|null; culprit.source? text|null;
      culprit.applied_at? time|null; culprit.request? null; culprit.request.id? text; culprit.request.at? time|null;
      culprit.request.method? text|null; culprit.request.url? text|null; culprit.change? null;
      ${CHANGE('culprit.change.')}; culprit.others[].product? text; culprit.others[].rank_before? count|null;
      culprit.others[].rank_after? count|null; ${CHANGE('culprit.others[].')}; culprit.counts? null;
      culprit.counts.added? count; culprit.counts.changed? count; culprit.counts.removed? count; before null;
      before.*? any; after null; after.*? any {as a step}; steps[].version? count; steps[].by? record|ranking;
      steps[].found? flag; steps[].code? text|null; steps[].rank? count|null; steps[].total? count|null`,
  },
  { command: 'widget', schema: 'brctl.widget/1', members: `* any {the widget's own members}` },
  {
    command: 'suggest',
    schema: 'brctl.suggest/1',
    members: `prefix text; groups[].catalog text; groups[].view text; groups[].queries[] text;
      groups[].products[].* any; groups[].attributes[].name text; groups[].attributes[].value text`,
  },
  {
    command: 'local requests',
    schema: 'brctl.local-request/1',
    members: `id text; at time; operation text|null; method text; path text; status count; elapsed_ms number;
      job_id? text; answered_from[].catalog? text; answered_from[].version? count`,
  },
  {
    command: 'local record',
    schema: 'brctl.local-record/1',
    members: `catalog text; id text; version count; record.* any; ${MADE_BY('written.')}; published null;
      published.version count; published.record.* any`,
  },
  {
    command: 'local history',
    schema: 'brctl.local-history/1',
    members: `catalog text; id text; complete flag; changes[].kind added|changed|removed|present;
      ${MADE_BY('changes[].')}; changes[].operations[].op text; changes[].operations[].path text;
      changes[].operations[].value.*? json`,
  },
  {
    command: 'local ready',
    schema: 'brctl.local-ready/1',
    members: 'ready flag; url text; environment text',
  },
  { command: 'local reset', schema: 'brctl.local-reset/1', members: 'reset flag; snapshot text|null' },
  {
    command: 'local snapshot',
    schema: 'brctl.local-snapshots/1',
    members: 'snapshots[].name text; snapshots[].size_bytes count; snapshots[].created_at time',
  },
  { command: 'local snapshot <name>', schema: 'brctl.local-snapshot/1', members: 'name text; saved flag' },
  { command: 'local faults', schema: 'brctl.local-faults/1', members: 'rules[].* any' },
  { command: 'local open', schema: 'brctl.local-open/1', members: 'url text' },
  { command: 'local requests --har', schema: 'brctl.local-har/1', members: 'file text; calls count' },
  {
    command: 'local snapshot <name> --export|--import',
    schema: 'brctl.local-snapshot-file/1',
    members: 'name text; file text; done exported|imported',
  },
  {
    command: 'serve',
    note: 'the ready line',
    schema: 'brctl.serve/1',
    members: `pid count; catalogUrl? text; searchUrl text; widgetUrl text; pathwaysUrl text; suggestUrl text;
      sftp.host? text; sftp.port? count; sftp.user? text; sftp.keyFile? text; sftp.hostKey? text; env.* text;
      environments.*? any`,
  },
  { command: 'init', schema: 'brctl.init/1', members: 'file text; environment text' },
  { command: 'trust', schema: 'brctl.trust/1', members: 'file text; variables[] text' },
  {
    command: 'config show',
    schema: 'brctl.config/1',
    members: `environment text; files[] text; settings[].name text; settings[].value text|null;
      settings[].origin text|null`,
  },
  { command: 'config environments', schema: 'brctl.environments/1', members: 'environments[] text' },
  { command: 'config reset-uid', schema: 'brctl.reset-uid/1', members: 'reset flag' },
  {
    command: 'doctor',
    schema: 'brctl.doctor/1',
    members: `environment text; checks[].name text; checks[].state ok|failed|skipped; checks[].message text;
      checks[].why text|null; checks[].hint text|null`,
  },
  { command: 'help', schema: 'brctl.help/1', members: 'topic text; text text' },
  { command: 'completion', schema: 'brctl.completion/1', members: 'shell text; script text' },
];
